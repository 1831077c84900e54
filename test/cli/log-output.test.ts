/** Tests that a server neither blocks nor ends if its log cannot be written. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../support/compile-cache.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('../../bin/aviary.js'))
const LOUD = ['serve', '--port', '0', '--ops-port', '0', '--log-level', 'trace']

async function serve(t: TestContext, stdio: readonly ('pipe' | number)[]): Promise<ChildProcess> {
  const data = join(await temporaryDirectory(t), 'data')
  const env = { PATH: process.env['PATH'], ...compileCache() }
  const child = spawn(process.execPath, [PROGRAM, ...LOUD, '--data', data], {
    env,
    stdio: ['ignore', ...stdio],
  })
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  })
  return child
}

/** The addresses in the first line on standard error. */
async function addresses({ stderr }: ChildProcess) {
  assert.ok(stderr)
  let text = ''
  for await (const chunk of stderr) {
    text += String(chunk)
    const [, url, ops] = /Aviary serves (http:\S+) .*admin listener at (http:\S+)\)/.exec(text) ?? []
    if (url !== undefined && ops !== undefined) return { url, ops }
  }
  throw new Error(`the server ended: ${text}`)
}

/** Sends requests. At the level "trace", the server logs each request with a line of up to 8 KiB. */
async function ask(url: string, requests: number): Promise<void> {
  const path = `/1.1/${'x'.repeat(6_000)}.json`
  for (let count = 0; count < requests; count += 1) {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(5_000) })
    assert.equal(response.status, 404)
    await response.arrayBuffer()
  }
}

async function droppedLines(ops: string): Promise<number> {
  const text = await (await fetch(`${ops}/metrics`)).text()
  assert.match(text, /^# TYPE aviary_log_lines_dropped_total counter$/m)
  return Number(/^aviary_log_lines_dropped_total (\d+)$/m.exec(text)?.[1])
}

async function stops(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
}

test('if standard output is on a full disk, the server continues, and counts the dropped lines', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async (t) => {
  const full = openSync('/dev/full', 'w')
  t.after(() => closeSync(full))
  const child = await serve(t, [full, 'pipe'])
  const { url, ops } = await addresses(child)
  await ask(url, 20)
  assert.ok((await droppedLines(ops)) >= 20)
  await stops(child)
})

test('if nobody reads the pipe, the server continues, with a bounded buffer', async (t) => {
  const child = await serve(t, ['pipe', 'pipe'])
  const { url, ops } = await addresses(child)
  // The lines of these requests are larger than the pipe and the buffer.
  await ask(url, 250)
  assert.ok((await droppedLines(ops)) > 0)
  await stops(child)
})

test('if the reader of the pipe has ended, the server continues', async (t) => {
  const child = await serve(t, ['pipe', 'pipe'])
  const { url, ops } = await addresses(child)
  child.stdout?.destroy()
  await ask(url, 20)
  assert.ok((await droppedLines(ops)) > 0)
  await stops(child)
})
