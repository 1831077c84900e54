import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, type Hooks, testRuntime } from '../../test/support/engines.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { deliveriesOf } from '../domain/webhooks/deliveries.ts'
import { backlogs, type Delivery, enqueue, LIVE } from '../domain/webhooks/queue.ts'
import type { Change } from '../domain/webhooks/settle.ts'
import type { Runtime } from '../runtime.ts'
import { LONGEST_MS, Notes, PAGE } from './notes.ts'

/** Deliveries that wait: `each` in each of so many lanes. */
async function waiting({ store }: Runtime, lanes: number, each: number): Promise<readonly Delivery[]> {
  const deliveries = Array.from({ length: lanes * each }, (_, index) => ({
    webhookId: BigInt((index % lanes) + 1),
    userId: 7n,
    jobId: LIVE,
    position: BigInt(Math.floor(index / lanes) + 1),
  }))
  await store.write((tx) => enqueue(tx, deliveries, 1))
  return deliveries
}

function delivered(delivery: Delivery, response = ''): Change {
  const attempt = { outcome: 'accepted' as const, tookMs: 3, status: 200, requestBytes: 9, response }
  return { ...delivery, attempts: 1, at: 5, outcome: 'delivered', attempt }
}

async function noteBench(t: Hooks, engine: (typeof ENGINES)[number]) {
  const clock = new TestClock()
  const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
  return { clock, runtime, notes: new Notes(runtime.context) }
}

for (const engine of ENGINES) {
  test(`what became of deliveries is noted together, after a moment or when somebody waits (${engine})`, async (t) => {
    const { clock, runtime, notes } = await noteBench(t, engine)
    const { store } = runtime
    const [first, second, third, ...rest] = await waiting(runtime, 1, PAGE + 88)
    assert.ok(first && second && third)
    const noted = [notes.note(delivered(first)), notes.note(delivered(second))]
    clock.advance(LONGEST_MS - 1)
    await new Promise(setImmediate)
    assert.equal((await deliveriesOf(store, { webhookId: 1n, most: 9 })).length, 0)
    clock.advance(1)
    await Promise.all(noted)
    assert.equal((await deliveriesOf(store, { webhookId: 1n, most: 9 })).length, 2)

    const soon = notes.note(delivered(third))
    notes.hurry()
    await soon
    assert.equal((await backlogs(store))[0]?.waiting, PAGE + 85)

    // As many as fill a page wait for nothing.
    await Promise.all(rest.slice(0, PAGE).map((each) => notes.note(delivered(each))))
    assert.equal((await backlogs(store))[0]?.waiting, 85)
  })

  test(`a delivery that the log has already is stored over it, and with it the rest of its page (${engine})`, async (t) => {
    const { runtime, notes } = await noteBench(t, engine)
    const { store } = runtime
    const noteAll = async (deliveries: readonly Delivery[], at: number) => {
      const noted = deliveries.map((each) => notes.note({ ...delivered(each), at }))
      notes.hurry()
      await Promise.all(noted)
    }
    const deliveries = await waiting(runtime, 3, 2)
    await noteAll(deliveries.slice(0, 2), 5)
    // Back in the queue by no way that takes it out of the log.
    await store.write((tx) => enqueue(tx, deliveries.slice(1, 2), 6))
    await noteAll(deliveries.slice(1), 7)
    assert.deepEqual(await backlogs(store), [])
    const kept = await Promise.all(
      [1n, 2n, 3n].map((webhookId) => deliveriesOf(store, { webhookId, most: 9 })),
    )
    assert.deepEqual(
      kept.flat().map(({ webhookId, position, settledAt }) => [webhookId, position, settledAt]),
      [
        [1n, 2n, 7],
        [1n, 1n, 5],
        [2n, 2n, 7],
        [2n, 1n, 7],
        [3n, 2n, 7],
        [3n, 1n, 7],
      ],
    )
  })

  test(`lanes that share a page are counted each by itself, also when one is noted twice (${engine})`, async (t) => {
    const { runtime, notes } = await noteBench(t, engine)
    const { store } = runtime
    const deliveries = await waiting(runtime, 40, 10)
    const noted = deliveries.filter(({ webhookId, position }) => position <= webhookId % 11n)
    const again = noted.filter(({ position }) => position % 3n === 0n)
    const all = [...noted, ...again].map((each) => notes.note(delivered(each)))
    notes.hurry()
    await Promise.all(all)
    const left = new Map((await backlogs(store)).map((each) => [each.webhookId, each.waiting]))
    for (let webhookId = 1n; webhookId <= 40n; webhookId++) {
      const expected = 10 - Number(webhookId % 11n)
      assert.equal(left.get(webhookId) ?? 0, expected, `webhook ${webhookId}`)
      const kept = await deliveriesOf(store, { webhookId, most: 20 })
      assert.equal(kept.length, Number(webhookId % 11n))
    }
  })
}

test('one change that cannot be stored holds none of the others', async (t) => {
  const { runtime, notes } = await noteBench(t, 'postgres')
  const deliveries = await waiting(runtime, 5, 1)
  // PostgreSQL takes no such character.
  const noted = deliveries.map((each, index) => notes.note(delivered(each, index === 2 ? '\u0000' : 'well')))
  notes.hurry()
  const results = await Promise.allSettled(noted)
  assert.ok(results.every(({ status }) => status === 'rejected'))
  const left = await backlogs(runtime.store)
  assert.deepEqual(
    left.map(({ webhookId, waiting }) => [webhookId, waiting]),
    [[3n, 1]],
  )
})
