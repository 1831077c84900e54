/** Runs the commands of README.md and the guides without changes. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderOf, INSTALLS, type InstallName, needing } from '../../acceptance/clients/support/installs.ts'
import { approve } from '../../acceptance/oauth2/clients/world.ts'
import { exportLine, twarcLine, tweepySnippet } from '../../src/demo/paste.ts'
import { TOP } from '../../src/demo/people.ts'
import { ROOT, readText } from '../layout/source.ts'
import { writeArchive } from '../support/archive/write-archive.ts'
import { compileCache } from '../support/compile-cache.ts'
import { zipOfFolder } from '../support/files/zip-bytes.ts'
import { slowTest } from '../support/part.ts'
import { SnippetShell } from '../support/processes/snippet-shell.ts'
import { isShown, type Snippet, snippetsOf } from '../support/processes/snippets.ts'

/**
 * Documents whose commands this test runs, in groups; a reader follows the documents of a group in one
 * folder. test/package/guide.test.ts runs the commands of docs/guides/testing.md.
 */
const SESSIONS = [
  ['README.md'],
  ['docs/start.md', 'docs/posts-and-streams.md'],
  ['docs/webhooks.md'],
  ['docs/guides/research.md'],
  ['docs/guides/community.md'],
  ['docs/guides/compliance.md'],
  ['docs/guides/sign-in.md'],
]

/**
 * The ports that the documents name: the public listener, the admin listener, the client proxy, and a program
 * that the reader runs.
 */
const PORTS = ['8080', '8081', '8082', '8083'] as const

/**
 * Makes the programs in PATH: the command `aviary`, under all names that the documents use. `npm ci` of the
 * checkout does nothing here.
 */
async function makePrograms(folder: string): Promise<void> {
  const command = `"${process.execPath}" "${join(ROOT, 'bin/aviary.js')}"`
  await mkdir(folder)
  await writeFile(join(folder, 'aviary'), `#!/bin/sh\nexec ${command} "$@"\n`)
  await writeFile(
    join(folder, 'npx'),
    `#!/bin/sh\n[ "$1" = aviary-server ] && shift && exec ${command} "$@"\n`,
  )
  await writeFile(
    join(folder, 'npm'),
    `#!/bin/sh
case "$*" in
  ci) ;;
  start) exec ${command} demo ;;
  "run -s aviary -- "*) shift 4; exec ${command} "$@" ;;
  *) echo "npm $* is not known here" >&2; exit 1 ;;
esac
`,
  )
  for (const name of ['aviary', 'npx', 'npm']) await chmod(join(folder, name), 0o755)
}

/** Free ports that replace the ports in the documents. */
async function freePorts(): Promise<ReadonlyMap<string, string>> {
  const servers = PORTS.map(() => createServer())
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const ports = servers.map((server) => String((server.address() as { port: number }).port))
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return new Map(PORTS.map((port, index) => [port, ports[index] ?? '']))
}

function isClient(name: string): name is InstallName {
  return name in INSTALLS
}

async function openShell(t: TestContext, snippets: readonly Snippet[], ports: ReadonlyMap<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-snippets-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const programs = join(folder, 'programs')
  await makePrograms(programs)
  const work = join(folder, 'work')
  await mkdir(work)
  await symlink(join(ROOT, 'node_modules'), join(work, 'node_modules'))
  const [publicPort, opsPort, proxyPort] = PORTS.map((port) => ports.get(port) ?? '')
  const shell = new SnippetShell(work, {
    ...compileCache(),
    PATH: [programs, dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: folder,
    AVIARY_PORT: publicPort,
    AVIARY_OPS_PORT: opsPort,
    ...(snippets.some(({ text }) => DEMO.test(text)) ? { AVIARY_PROXY_PORT: proxyPort } : {}),
  })
  t.after(() => shell.close())
  const isReady = () =>
    fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  return { shell, work, isReady }
}

/** Opens the link, signs in and allows access. The server then redirects the browser to the app. */
async function allow(link: string, login: string, password: string): Promise<void> {
  const response = await fetch(await approve(link, { login, password }))
  await response.text()
}

/**
 * Checks with the program that the settings are valid. The check starts no server.
 * @throws {Error} with the errors of the program
 */
async function checkSettings(shell: SnippetShell, work: string, settings: string): Promise<void> {
  const file = join(work, 'settings-of-the-document.yaml')
  await writeFile(file, settings)
  const shown = JSON.parse(await shell.run(`aviary config --json --config "${file}"`))
  const names = shown.settings.filter(({ source }: { source: string }) => source === 'file')
  assert.equal(names.length, settings.trim().split('\n').length, settings)
}

/** Makes a zip file with the archive of a member of another network. */
async function makeArchive(path: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-archive-'))
  const tweet = {
    id_str: '1389922000000000001',
    full_text: 'A heron',
    created_at: 'Wed May 05 12:32:15 +0000 2021',
  }
  await writeFile(
    path,
    await zipOfFolder(await writeArchive(folder, 1_400_000_001n, { tweets: [{ tweet }] })),
  )
  await rm(folder, { recursive: true })
}

/** Commands that start a server with the generated network. */
const DEMO = / demo|npm start/

/** The last line that this server prints at its start. */
const DEMO_END = 'Stop with Ctrl-C.\n'

/** @returns the shell, and the output of the last server that the session started */
async function runSession(
  t: TestContext,
  snippets: readonly Snippet[],
): Promise<{ shell: SnippetShell; printed: string }> {
  const ports = await freePorts()
  const { shell, work, isReady } = await openShell(t, snippets, ports)
  let output: string | undefined
  let printed = ''
  for (const { line, text, role } of snippets) {
    const commands = text.replaceAll(/\b808[0-3]\b/g, (port) => ports.get(port) ?? port)
    if (role.kind === 'server') {
      // The server of an earlier document of the session may still run. Then no other server is started.
      const isDone = async (all: string) =>
        (!DEMO.test(commands) || all.endsWith(DEMO_END)) && (await isReady())
      if (!(await isReady())) printed = await shell.serve(commands, isDone)
    } else if (role.kind === 'file') await appendFile(join(work, role.name), commands)
    else if (role.kind === 'settings') await checkSettings(shell, work, commands)
    else if (role.kind === 'archive') {
      await makeArchive(join((await shell.run('pwd')).trim(), role.name))
      output = await shell.run(commands)
    } else if (role.kind === 'browser') {
      const { login, password } = role
      output = await shell.runWithBrowser(commands, (link) => allow(link, login, password))
    } else if (role.kind === 'not run') t.diagnostic(`line ${line} is not run: ${role.reason}`)
    else if (role.kind === 'needs' && isClient(role.name) && needing(role.name).skip !== false) {
      await t.test(`line ${line}`, needing(role.name))
      output = undefined
    } else if (role.kind === 'run' || role.kind === 'needs') {
      // Each client has a separate environment.
      if (role.kind === 'needs' && isClient(role.name))
        await shell.run(`PATH="${join(folderOf(role.name), 'bin')}:$PATH"`)
      output = await shell.run(commands)
    } else if (role.kind === 'shows' && output !== undefined)
      assert.ok(isShown(commands, output), `line ${line} shows\n${commands}\nbut the output is\n${output}`)
  }
  return { shell, printed }
}

/**
 * The programs that run the commands that `npm start` prints, with the names of the packages that they need.
 */
const PRINTED_PROGRAMS = {
  curl: undefined,
  node: 'twitter-api-v2',
  python3: 'tweepy',
  twarc2: 'twarc',
} as const

/** The beginnings of the texts that these commands print. */
const PRINTED_OUTPUTS = [
  ['curl', /^\{/],
  ['python3', /^2000 followers, from/],
  ['node', /^15437 followers, from/],
] as const

/** The unchanged commands that `npm start` prints, without the command that opens a stream, which does not end. */
function printedCommands(printed: string): readonly { readonly program: string; readonly text: string }[] {
  const paragraphs = printed.split('\n\n').filter((text) => /^(?:export|curl|node) /.test(text))
  const commands = paragraphs.flatMap((text) => text.split(/\n(?=(?:export|curl|twarc2|python3) )/))
  return commands.flatMap((text) => {
    const [program = ''] = text.split(' ')
    return text.startsWith('curl -N') ? [] : [{ program, text }]
  })
}

/** Runs the commands that `npm start` has printed. @returns the output of each command, by its program */
async function pasteAll(t: TestContext, shell: SnippetShell, printed: string) {
  const outputs = new Map<string, string>()
  for (const { program, text } of printedCommands(printed)) {
    const needed = Object.hasOwn(PRINTED_PROGRAMS, program)
      ? PRINTED_PROGRAMS[program as keyof typeof PRINTED_PROGRAMS]
      : undefined
    if (needed !== undefined && isClient(needed)) {
      if (needing(needed).skip !== false) {
        t.diagnostic(`${program} is not run: ${needed} is not installed`)
        continue
      }
      await shell.run(`PATH="${join(folderOf(needed), 'bin')}:$PATH"`)
    }
    outputs.set(program, await shell.run(text))
  }
  return outputs
}

for (const paths of SESSIONS) {
  const read = () => paths.flatMap((path) => snippetsOf(readText(path)))
  test(`every block of ${paths.join(' and ')} is run, is shown, or has a reason not to run`, () => {
    assert.ok(read().length > 0)
  })
  slowTest(`the commands of ${paths.join(' and ')}`, async (t) => {
    const { shell, printed } = await runSession(t, read())
    // The printed commands run only after the blocks of README.md, which need the same clients.
    if (!paths.includes('README.md')) return
    const outputs = await pasteAll(t, shell, printed)
    assert.ok(outputs.has('curl') && outputs.has('export'), printed)
    for (const [program, expected] of PRINTED_OUTPUTS) {
      const output = outputs.get(program)
      if (output !== undefined) assert.match(output, expected)
    }
  })
}

test('the lines for Python in README.md are equal to the lines that npm start prints', () => {
  const readme = readText('README.md')
  const proxy = { url: 'http://localhost:8082', caFile: '$PWD/data/proxy-ca.pem' }
  for (const lines of [exportLine(proxy), twarcLine(TOP.screenName), tweepySnippet(TOP.screenName)]) {
    assert.ok(readme.includes(`\n${lines}\n`), lines)
  }
})

test('README.md is short: a picture, two commands, and clients in three languages', () => {
  const readme = readText('README.md')
  assert.ok(readme.split('\n').length <= 125, 'details belong into docs')
  const [, picture = ''] = /^!\[[^\]]+\]\((docs\/pictures\/[^)]+)\)$/m.exec(readme) ?? []
  assert.ok(existsSync(join(ROOT, picture)) && picture !== '')
  for (const command of ['npm ci && npm start', 'npm ci && npm test'])
    assert.ok(readme.includes(`\n${command}\n`))
  const languages = Array.from(readme.matchAll(/^(Python|JavaScript|R), with \[/gm), ([, name]) => name)
  assert.deepEqual(languages, ['Python', 'JavaScript', 'R'])
  const clients = snippetsOf(readme).flatMap(({ role }) => (role.kind === 'needs' ? [role.name] : []))
  assert.deepEqual(clients, ['twarc', 'tweepy', 'twitter-api-v2', 'rtweet'])
})

test('blocks are found with their roles, and code without a role is an error', () => {
  const text = [
    '```sh\naviary demo\n```',
    '<!-- snippet: file a.yaml -->\n\n```yaml\na: 1\n```',
    '   ```sh\n   two\n   ```',
    '<!-- snippet: not run: no network -->\n\n```sh\nthree\n```',
    '<!-- snippet: browser ada a password -->\n\n```sh\nfour\n```',
  ].join('\n\n')
  const found = snippetsOf(text)
  assert.deepEqual(
    found.map(({ role, text: block }) => [role.kind, block]),
    [
      ['run', 'aviary demo\n'],
      ['file', 'a: 1\n'],
      ['run', 'two\n'],
      ['not run', 'three\n'],
      ['browser', 'four\n'],
    ],
  )
  assert.deepEqual(
    found.map(({ line }) => line),
    [1, 7, 11, 17, 23],
  )
  assert.throws(() => snippetsOf('```py\nx\n```'), /needs a comment/)
  assert.throws(() => snippetsOf('<!-- snippet: maybe -->\n\n```sh\nx\n```'), /unknown comment/)
  assert.ok(isShown('a … c', 'a b c\n') && !isShown('a', 'b') && !isShown('a.', 'ab'))
})
