/**
 * Checks that the example consumer, run as in its README, stays within the default limits of a server
 * (docs/limits.md).
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary, serve } from '../support/aviary.ts'
import { ENGINES, type Engine, newInstallation } from '../support/installation.ts'
import { Example } from './example.ts'

const ACCOUNT = { email: 'copy@example.org', password: 'battery staple' }
const PATIENCE_MS = 30_000

for (const engine of ENGINES) {
  test(`spec/compliance-stream.md#order-of-checks: the commands "begin" and "run" together connect to all partitions with at most ten requests a minute, on ${engine}`, (t) =>
    fits(t, engine))
}

async function fits(t: TestContext, engine: Engine): Promise<void> {
  const place = await newInstallation(t, engine)
  await aviary(place, 'user', 'create', 'somebody')
  await aviary(
    place,
    'stream-account',
    'create',
    'acme',
    '--email',
    ACCOUNT.email,
    '--password',
    ACCOUNT.password,
  )
  const server = await serve(t, place)
  const url = `${server.url}/stream/compliance/accounts/acme/publishers/twitter/prod.json`
  const example = await Example.at(t, place, { url, ...ACCOUNT })
  const noted = JSON.parse((await example.command('begin')).replace('noted: ', ''))
  assert.deepEqual(Object.keys(noted), ['1', '2', '3', '4', '5', '6', '7', '8'])
  assert.equal(new Set(Object.values(noted)).size, 1)
  example.start()
  const deadline = performance.now() + PATIENCE_MS
  for (let open = 0; open < 8 && performance.now() < deadline; ) {
    const metrics = await (await fetch(`${server.opsUrl}/metrics`)).text()
    const counts = [
      ...metrics.matchAll(/^aviary_stream_connections\{stream="compliance",part="\d"\} (\d)$/gm),
    ]
    open = counts.reduce((sum, [, count]) => sum + Number(count), 0)
    if (open === 8) {
      await example.stop()
      assert.equal(example.said, '')
      return
    }
  }
  assert.fail(`not all partitions were connected: ${example.said}`)
}

/** Creates the rate limiter of the example, with a manual clock that records the waits. */
async function connects(folder: string, most: number) {
  const { Connects } = await import(
    new URL('../../examples/compliance-consumer/connects.js', import.meta.url).href
  )
  const clock = { now: 1_000_000, waits: [] as number[] }
  const wait = async (ms: number) => {
    clock.waits.push(ms)
    clock.now += ms
  }
  const turn = (): Promise<void> => made.turn(new AbortController().signal)
  const made = new Connects(folder, most, () => clock.now, wait)
  return { clock, turn }
}

test('the example makes at most ten connection attempts a minute, also across a restart of the example', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'aviary-connects-'))
  t.after(() => rm(folder, { recursive: true }))
  const first = await connects(folder, 10)
  await Promise.all(Array.from({ length: 8 }, first.turn))
  assert.deepEqual(first.clock.waits, [])
  const second = await connects(folder, 10)
  await Promise.all(Array.from({ length: 8 }, second.turn))
  assert.deepEqual(second.clock.waits, [61_000])
})
