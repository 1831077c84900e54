/**
 * Tests that the same seed, clock and calls give the same bytes on every path and stream, on a new server and after a
 * reset (decision 0100).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { must } from '../../src/lib/assert.ts'
import { type Launched, launch } from '../../src/testing/launch.ts'
import { testDatabase } from '../support/databases/databases.ts'
import { ENGINES, type Hooks } from '../support/engines.ts'
import { byPart, slow, slowOnPostgres } from '../support/part.ts'
import { type Receiver, startReceiver } from '../support/webhooks/webhook-receiver.ts'
import { type Results, record, repeat } from './run.ts'
import { KEYS, worldSeed } from './world.ts'

const START = Date.UTC(2020, 7, 12)
const CALLS = byPart(30, 300, 1_000)

/** @param port port of the server, which occurs in links in responses; 0 for any port */
async function start(t: Hooks, engine: Engine, receiver: Receiver, port = '0'): Promise<Launched> {
  const database = engine === 'postgres' ? { database: await testDatabase(t), pool: '4' } : {}
  const launched = await launch({
    settings: { ...database, port, log_level: 'error' },
    ...{ startAt: START, speed: 0, seed: worldSeed(receiver.url), log: process.stderr },
  })
  t.after(() => launched.close())
  return launched
}

/**
 * Compares the results of two runs. A failure shows only the first difference, because all differences are
 * too long to read.
 */
function assertSame(actual: Results, expected: Results): void {
  for (const [index, answer] of expected.answers.entries()) assert.equal(actual.answers[index], answer)
  for (const [target, text] of Object.entries(expected.streams)) {
    const lines = actual.streams[target]?.split('\n') ?? []
    for (const [index, line] of text.split('\n').entries())
      assert.equal(lines[index], line, `${target}, line ${index}`)
  }
  for (const [user, bodies] of Object.entries(expected.deliveries)) {
    for (const [index, body] of bodies.entries()) assert.equal(actual.deliveries[user]?.[index], body)
  }
  assert.deepEqual(actual, expected)
}

function assertUseful({ answers, streams, deliveries }: Results): void {
  const statuses = new Set(answers.map((answer) => answer.split('\n')[1]))
  for (const status of ['200', '201', '400', '403', '404']) assert.ok(statuses.has(status), status)
  assert.deepEqual(
    answers.filter((answer) => answer.split('\n')[1] === '500'),
    [],
  )
  for (const [target, text] of Object.entries(streams)) {
    assert.match(text, /^200\n/, target)
    if (!/partition/.test(target)) assert.match(text, /"(id|data|text)"/, target)
  }
  const partitions = Object.entries(streams).filter(([target]) => /partition/.test(target))
  assert.equal(partitions.length, 8)
  assert.ok(partitions.some(([, text]) => /"delete"/.test(text)))
  assert.ok(Object.values(deliveries).flat().length > 5)
}

async function firstRun(t: TestContext, engine: Engine, receiver: Receiver) {
  const launched = await start(t, engine, receiver)
  return { launched, results: await record(launched, receiver, CALLS) }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the same calls give the same bytes, on ${engine}`, async (t) => {
    const receiver = await startReceiver(t, KEYS.consumer.secret)
    const { launched, results } = await firstRun(t, engine, receiver)
    assertUseful(results)

    await t.test('after a reset, the same calls give the same bytes', async () => {
      await must(launched.server.testControls, 'test controls').snapshots.reset()
      assertSame(await repeat(launched, receiver, results.recording), results)
    })

    await t.test('on a new server, the same calls give the same bytes', slow, async () => {
      await launched.close()
      const { port } = new URL(launched.server.url)
      const other = await start(t, engine, receiver, port)
      assertSame(await repeat(other, receiver, results.recording), results)
    })
  })
}
