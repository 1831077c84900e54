/** Tests facts about a release: its bill of materials, its provenance, and the Node that it requires. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { billOfMaterials, nameOf } from '../../scripts/release/bill.ts'
import { licencesOf, releaseLocks } from '../../scripts/release/licences.ts'
import { ROOT } from '../../scripts/root.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } }
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: {
    readonly release: {
      readonly permissions: Readonly<Record<string, string>>
      readonly steps: readonly Step[]
    }
  }
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

slowTest(
  'the bill of materials lists each installed or contained package, with version, licence and checksum',
  () => {
    const { bomFormat, metadata, components, dependencies } = billOfMaterials()
    const { name, version } = JSON.parse(read('package.json'))
    assert.equal(bomFormat, 'CycloneDX')
    assert.deepEqual([metadata.component.name, metadata.component.version], [name, version])
    const installed = new Set(licencesOf(releaseLocks()).map((each) => `${each.name} ${each.version}`))
    assert.ok(
      components.some((each) => nameOf(each) === 'react'),
      'libraries of the console',
    )
    assert.deepEqual(
      new Set(components.map((each) => `${nameOf(each)} ${each.version}`)),
      installed,
      'the packages of the lock files',
    )
    const without = (has: (component: (typeof components)[number]) => boolean) =>
      components.filter((each) => !has(each)).map(nameOf)
    assert.deepEqual(
      without(({ licenses = [] }) => licenses.length > 0),
      [],
      'without a licence',
    )
    assert.deepEqual(
      without(({ hashes = [] }) => hashes.some(({ alg }) => alg === 'SHA-512')),
      [],
    )
    assert.deepEqual(
      without(({ purl, version: of }) => purl.startsWith('pkg:npm/') && purl.includes(of)),
      [],
    )
    const refs = new Set([metadata.component, ...components].map((each) => each['bom-ref']))
    for (const { ref, dependsOn } of dependencies) {
      assert.ok(
        [ref, ...dependsOn].every((each) => refs.has(each)),
        ref,
      )
    }
  },
)

test('the workflow for changes runs .ci/run, and npm ci of the checkout prints errors only', () => {
  const { jobs } = parse(read('.github/workflows/check.yml')) as {
    readonly jobs: { readonly check: { readonly steps: readonly Step[] } }
  }
  assert.ok(jobs.check.steps.some(({ run }) => run === '.ci/run'))
  assert.match(read('.npmrc'), /^loglevel=error$/m)
})

test('the usual files of an open-source project exist, and the forms for issues are valid', () => {
  for (const file of ['SECURITY.md', 'CODE_OF_CONDUCT.md', 'CONTRIBUTING.md', 'LICENSE', '.editorconfig'])
    assert.ok(read(file).length > 100, file)
  assert.match(read('.github/pull_request_template.md'), /CHANGELOG/)
  for (const name of ['bug.yml', 'feature.yml']) {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      readonly name: string
      readonly description: string
      readonly body: readonly { readonly type: string; readonly id: string }[]
    }
    assert.ok(form.name && form.description)
    assert.equal(new Set(form.body.map(({ id }) => id)).size, form.body.length)
    for (const { type } of form.body)
      assert.ok(['input', 'textarea', 'dropdown', 'checkboxes'].includes(type))
  }
})

test('the release workflow publishes a checked tag with provenance, and has no other permissions', () => {
  const workflow = parse(read('.github/workflows/release.yml')) as Workflow
  assert.deepEqual(workflow.on.push.tags, ['v*'])
  assert.deepEqual(workflow.permissions, { contents: 'read' })
  const { permissions, steps } = workflow.jobs.release
  assert.deepEqual(permissions, { contents: 'write', 'id-token': 'write', attestations: 'write' })
  const at = (found: (step: Step) => boolean | undefined) => steps.findIndex((step) => found(step) === true)
  const publish = at(({ run }) => run?.startsWith('npm publish release/aviary-server-*.tgz'))
  assert.match(steps[publish]?.run ?? '', / --provenance\b/)
  const attest = at(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
  assert.equal(steps[attest]?.with?.['subject-path'], 'release/*')
  const before = [
    at(({ run }) => run === '.ci/run'),
    at(({ run }) => run?.includes('"$GITHUB_REF_NAME"') && run.startsWith('test ')),
    at(({ run }) => run === 'npm run release'),
    attest,
    publish,
  ]
  assert.deepEqual(
    before,
    before.toSorted((one, other) => one - other),
  )
  assert.ok(!before.includes(-1), `a step is missing: ${before}`)
})

describe('a Node that is too old', () => {
  /** Runs a file that is made to believe that Node has another version. */
  const runAs = (version: string, file: string) => {
    const stub = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(stub)}`, file, '--version'],
      { encoding: 'utf8', env: {} },
    )
    return { status, stdout, stderr }
  }

  test('is refused with a message that has the needed version, the present version and advice', () => {
    for (const version of ['18.20.8', '20.20.2', '22.22.0', '24.11.9']) {
      assert.deepEqual(runAs(version, join(ROOT, 'bin/aviary.js')), {
        status: 2,
        stdout: '',
        stderr:
          `aviary: this program needs Node 24.12 or newer and this is ${version}. Run "npm ci" in the checkout: it brings a current ` +
          'Node along, which "npm start", "npm test" and "npm run aviary -- …" then use.\n',
      })
    }
  })

  test('gets different advice from the published package, which has no sources', async (t) => {
    const folder = await temporaryDirectory(t)
    cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
    mkdirSync(join(folder, 'dist/js'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(folder, 'dist/js/main.js'),
      "export const main = () => console.log('started')\nexport const endOfProcess = () => undefined",
    )
    const program = join(folder, 'bin/aviary.js')
    const { status, stderr } = runAs('20.20.2', program)
    assert.equal(status, 2)
    assert.equal(
      stderr,
      'aviary: this program needs Node 24.12 or newer and this is 20.20.2. Install a newer Node, from https://nodejs.org or with a ' +
        'version manager.\n',
    )
    for (const version of ['24.12.0', '26.1.0']) {
      assert.deepEqual(runAs(version, program), { status: 0, stdout: 'started\n', stderr: '' })
    }
  })

  test('is refused by every script of the package that runs Node', () => {
    const { scripts, engines } = JSON.parse(read('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>
      readonly engines: { readonly node: string }
    }
    assert.equal(engines.node, '>=24.12')
    const unchecked = Object.entries(scripts).filter(
      ([, command]) =>
        /\bnode (?!bin\/)/.test(command) && !command.startsWith('node bin/require-node.js && '),
    )
    assert.deepEqual(
      unchecked.map(([name]) => name),
      // This script runs while npm installs the packages. One of these packages is a newer Node.
      ['prepare'],
    )
  })
})
