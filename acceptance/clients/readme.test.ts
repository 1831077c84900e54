/** The first commands of README.md, as they are there, with the real twarc2 and tweepy. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { compileCache } from '../../test/support/compile-cache.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { folderOf, needing } from './support/installs.ts'

const ROOT = new URL('../../', import.meta.url)
const BIN = fileURLToPath(new URL('bin/aviary.js', ROOT))

/** The line that installs the clients; the suite has them already. */
const INSTALL = /^python3 -m venv .*\n/

/** Starts `aviary demo` in the folder, as `npm start` does. @returns its output */
async function startDemo(t: TestContext, folder: string): Promise<string> {
  const ports = ['--port', '0', '--ops-port', '0', '--proxy-port', '0']
  const child = spawn(process.execPath, [BIN, 'demo', ...ports], {
    cwd: folder,
    env: compileCache(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  let out = ''
  for await (const line of createInterface({ input: child.stdout })) {
    out += `${line}\n`
    if (line === 'Stop with Ctrl-C.') break
  }
  return out
}

/** The first block of commands with `export`, and the block with its output. */
async function pythonBlocks(): Promise<{ readonly commands: string; readonly output: string }> {
  const readme = await readFile(new URL('README.md', ROOT), 'utf8')
  const [, commands = '', output = ''] =
    /```sh\n(python3 -m venv[\s\S]*?)```\n\n```\n([\s\S]*?)```/.exec(readme) ?? []
  return { commands, output }
}

test('the first clients of README.md', needing('twarc', 'tweepy'), async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-readme-'))
  const printed = await startDemo(t, folder)
  const [, token = ''] = /^ {2}bearer token +(\S+)$/m.exec(printed) ?? []
  const [, proxy = ''] = /^export HTTPS_PROXY=(\S+) /m.exec(printed) ?? []
  const { commands, output } = await pythonBlocks()
  assert.match(commands, INSTALL)
  const pasted = commands
    .replace(INSTALL, '')
    .replaceAll('AAAA…%3D', token)
    .replace('http://localhost:8082', proxy)
  const clients = (['tweepy', 'twarc'] as const).map((name) => join(folderOf(name), 'bin'))
  const env = { HOME: folder, PATH: [...clients, process.env['PATH']].join(delimiter) }
  const { stdout } = await promisify(execFile)('sh', ['-ec', pasted], { cwd: folder, env })
  assert.equal(stdout, output)
  const saved = await readFile(join(folder, 'followers.jsonl'), 'utf8')
  const pages = saved
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { data: { username: string }[] })
  const users = pages.flatMap(({ data }) => data.map(({ username }) => username))
  assert.ok(users.length >= 1_900, `${users.length} users`)
  assert.equal(users[0], 'demo')
})
