/**
 * Tests the guide docs/guides/testing.md: the code of the guide equals the code of examples/testing-a-bot, the tests of
 * this example pass with the installed package, and the commands of the guide work.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/root.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { SnippetShell } from '../support/processes/snippet-shell.ts'
import { installPackage } from './installed.ts'

const EXAMPLE = join(ROOT, 'examples/testing-a-bot')

/** The environment of the commands: only the variable PATH, with this Node. */
const ENV = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }

const run = promisify(execFile)

const guide = () => readFileSync(join(ROOT, 'docs/guides/testing.md'), 'utf8')

function blocksOf(language: string): string[] {
  const pattern = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g')
  return Array.from(guide().matchAll(pattern), ([, code = '']) => code)
}

test('the code of the guide is the code of the example', () => {
  const [bot, ...others] = blocksOf('js')
  const program = others.pop()
  const tests = others
  assert.equal(bot, readFileSync(join(EXAMPLE, 'bot.js'), 'utf8'))
  assert.equal(program, readFileSync(join(EXAMPLE, 'my-bot.js'), 'utf8'))
  assert.equal(tests.join('\n'), readFileSync(join(EXAMPLE, 'bot.test.js'), 'utf8'))
})

test('the guide has no further block of commands or code', () => {
  const languages = Array.from(guide().matchAll(/^```(\w*)\n[\s\S]*?^```$/gm), ([, language]) => language)
  assert.deepEqual(languages, ['sh', 'js', 'js', 'js', 'js', 'js', 'sh', '', 'sh', 'js', 'sh'])
})

/**
 * Writes a program `npm` that links the given packages instead of installing the published packages, and
 * refuses other commands.
 */
function writeNpm(folder: string, packages: Readonly<Record<string, string>>): void {
  const links = Object.entries(packages).map(([name, path]) => `${name}) ln -s "${path}" node_modules/ ;;`)
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'npm'),
    `#!/bin/sh -e
PATH="\${PATH#*:}"
[ "$1" = install ] || exec npm "$@"
shift
mkdir -p node_modules
for word; do
  case "$word" in
    --save-dev) ;;
    ${links.join('\n    ')}
    *) echo "npm install $word is not known here" >&2; exit 1 ;;
  esac
done
mkdir -p node_modules/.bin
[ -e node_modules/.bin/aviary ] || ln -s ../aviary-server/bin/aviary.js node_modules/.bin/aviary
`,
    { mode: 0o755 },
  )
}

/**
 * Runs commands that would run for minutes, and interrupts them, as Ctrl-C does, when their output matches.
 * Returns the output.
 */
async function interrupted(commands: string, folder: string, until: RegExp): Promise<string> {
  const shell = spawn('sh', ['-ec', commands], {
    cwd: folder,
    env: { ...ENV, HOME: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      const isNew = !until.test(output)
      output += text
      // A negative process number names the process group, which a terminal interrupts too.
      if (isNew && until.test(output) && shell.pid !== undefined) process.kill(-shell.pid, 'SIGINT')
    })
  }
  await once(shell, 'close')
  return output
}

slowTest(
  'the first commands make a project, the tests of the project pass, and its bot is graded with the installed package',
  async (t) => {
    const { folder: installed, remove } = installPackage()
    t.after(remove)
    const home = await temporaryDirectory(t)
    const programs = join(home, 'programs')
    writeNpm(programs, {
      'aviary-server': join(installed, 'node_modules/aviary-server'),
      // The version of the library is the version in the checkout.
      'twitter-api-v2': join(ROOT, 'node_modules/twitter-api-v2'),
    })
    const shell = new SnippetShell(home, { PATH: `${programs}:${ENV.PATH}`, HOME: home })
    t.after(() => shell.close())
    const [create = '', testing = '', , grading = ''] = blocksOf('sh')
    await shell.run(create)
    for (const file of ['bot.js', 'bot.test.js', 'my-bot.js'])
      cpSync(join(EXAMPLE, file), join(home, 'my-bot', file))
    const output = await shell.run(testing)
    const titles = guide().match(/^✔ .*$/gm) ?? []
    assert.equal(titles.length, 3)
    for (const title of titles) assert.ok(output.includes(title), output)
    assert.match(output, /^ℹ pass 3$/m)
    const report = await interrupted(grading, join(home, 'my-bot'), /^connection 2:/m)
    assert.match(report, /^pass {2}keep-alive/m)
    assert.match(report, /^pass {2}drop/m)
  },
)

slowTest('the commands for other languages work without changes', async (t) => {
  const bin = join(ROOT, 'bin/aviary.js')
  const server = spawn(process.execPath, [bin, 'test'], { env: ENV, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => server.kill('SIGKILL'))
  const first = await createInterface({ input: server.stdout })[Symbol.asyncIterator]().next()
  const { url, admin_url, app } = JSON.parse(String(first.value))
  const pasted = (blocksOf('sh').find((block) => block.includes('controls=')) ?? '')
    .replace('http://localhost:8080', url)
    .replace('http://localhost:8081', admin_url)
    .replace('AAAA…', app.bearer_token)
  const { stdout } = await run('sh', ['-ec', pasted], { env: ENV })
  const [plan, limited, user, clock, log, reset] = stdout.trimEnd().split('\n')
  assert.match(plan ?? '', /"hits":0/)
  assert.deepEqual([limited, user, reset], ['429', '200', '{"reset":true}'])
  assert.match(clock ?? '', /"speed":1/)
  assert.equal(JSON.parse(log ?? '').requests[0].faults[0], 'fault 1')
})
