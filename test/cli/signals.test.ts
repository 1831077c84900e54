/** Tests that signals to real processes reach the server, also under npm, and stop it gracefully. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startCli } from '../support/cli.ts'
import { compileCache } from '../support/compile-cache.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { requestText, Wire } from '../support/http/wire.ts'
import { slowTest as test } from '../support/part.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LISTENING = ['--port', '0', '--ops-port', '0', '--log-level', 'debug']
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** The log line of the last phase of a graceful shutdown. */
const IN_ORDER = /"phase":"operations","outcome":"done"/

interface Npm {
  readonly child: ChildProcess
  readonly serverUrl: string
  readonly exited: Promise<number | null>
  output(): string
}

/** Runs npm in its own process group, as a terminal does. The group is killed at the end of the test. */
async function npm(t: TestContext, words: readonly string[]): Promise<Npm> {
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`
  const child = spawn('npm', words, {
    cwd: ROOT,
    detached: true,
    env: { PATH: path, HOME: process.env['HOME'], ...compileCache() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  // The output is closed when the last process of the group has ended.
  const exited = once(child, 'close').then(([code]) => code as number | null)
  t.after(async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // All processes of the group have already ended.
    }
    await exited
  })
  for (;;) {
    const url = /Aviary serves (http:\S+) |(http:\/\/localhost:\d+)/.exec(text)
    if (url !== null) return { child, serverUrl: url[1] ?? url[2] ?? '', exited, output: () => text }
    if (child.exitCode !== null) throw new Error(text)
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exited])
  }
}

async function isServed(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

test('SIGTERM to `npm run aviary -- serve` reaches the server, which stops gracefully', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const { child, serverUrl, exited, output } = await npm(t, [
    'run',
    'aviary',
    '--',
    'serve',
    '--data',
    data,
    ...LISTENING,
  ])
  assert.ok(await isServed(serverUrl))
  child.kill('SIGTERM')
  await exited
  assert.ok(!(await isServed(serverUrl)))
  assert.match(output(), IN_ORDER)
})

test('SIGTERM to `npm start` reaches the server, which stops gracefully', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const { child, serverUrl, exited, output } = await npm(t, ['start', '--', '--data', data, ...LISTENING])
  child.kill('SIGTERM')
  await exited
  assert.ok(!(await isServed(serverUrl)))
  assert.match(output(), IN_ORDER)
})

test('Ctrl-C in a terminal counts as one signal, although npm forwards it a second time', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const { child, exited, output } = await npm(t, [
    'run',
    'aviary',
    '--',
    'serve',
    '--data',
    data,
    ...LISTENING,
  ])
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await exited
  assert.match(output(), IN_ORDER)
})

for (const signal of SIGNALS) {
  test(`${signal} stops a server gracefully, with exit code 0`, async (t) => {
    const data = join(await temporaryDirectory(t), 'data')
    const server = startCli(t, ['serve', '--data', data, ...LISTENING])
    await server.said(/Aviary serves (http:\S+) /)
    server.kill(signal)
    const { code, out, err } = await server.ended
    assert.equal(code, 0)
    assert.match(out + err, IN_ORDER)
  })
}

test('a second signal after a pause immediately ends a server that waits for a request', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const server = startCli(t, ['serve', '--data', data, ...LISTENING])
  const [, url = ''] = await server.said(/Aviary serves (http:\S+) /)
  const wire = await Wire.open(url)
  // The rest of the request's body never arrives, and the timeout for requests is longer than this test.
  wire.send(
    requestText('POST /oauth2/token HTTP/1.1', [
      ['content-length', '10'],
      ['expect', '100-continue'],
    ]),
  )
  wire.send('a=')
  // The server asks for the body after it has begun to read the request.
  assert.equal((await wire.answer()).status, 100)
  while (!server.isOver) {
    server.kill('SIGTERM')
    await Promise.race([wait(100), server.ended])
  }
  const { code, out, err } = await server.ended
  assert.equal(code, 143)
  assert.doesNotMatch(out + err, IN_ORDER)
})
