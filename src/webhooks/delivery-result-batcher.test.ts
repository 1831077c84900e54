import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, type Hooks, testRuntime } from '../../test/support/engines.ts'
import { heldLease } from '../../test/support/processes/leases.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { deliveriesOf } from '../domain/webhooks/deliveries.ts'
import type { DeliveryResult } from '../domain/webhooks/delivery-results.ts'
import { backlogs, type Delivery, enqueue, LIVE_JOB } from '../domain/webhooks/queue.ts'
import type { Runtime } from '../runtime.ts'
import { DeliveryResultBatcher, MAX_BATCH, MAX_DELAY_MS } from './delivery-result-batcher.ts'

const HELD = heldLease()

/** Queues `each` deliveries in each of `queues` queues. */
async function waiting({ store }: Runtime, queues: number, each: number): Promise<readonly Delivery[]> {
  const deliveries = Array.from({ length: queues * each }, (_, index) => ({
    webhookId: BigInt((index % queues) + 1),
    userId: 7n,
    jobId: LIVE_JOB,
    position: BigInt(Math.floor(index / queues) + 1),
  }))
  await store.write((tx) => enqueue(tx, deliveries, 1))
  return deliveries
}

function delivered(delivery: Delivery, response = ''): DeliveryResult {
  const attempt = { outcome: 'accepted' as const, tookMs: 3, status: 200, requestBytes: 9, response }
  return { ...delivery, attempts: 1, at: 5, outcome: 'delivered', attempt }
}

async function testBatcher(t: Hooks, engine: (typeof ENGINES)[number]) {
  const clock = new TestClock()
  const runtime = await testRuntime(t, await freshConfig(t, engine), clock)
  return { clock, runtime, batcher: new DeliveryResultBatcher(runtime.context) }
}

for (const engine of ENGINES) {
  test(`results are saved together, either after a delay or when a caller waits (${engine})`, async (t) => {
    const { clock, runtime, batcher } = await testBatcher(t, engine)
    const { store } = runtime
    const [first, second, third, ...rest] = await waiting(runtime, 1, MAX_BATCH + 88)
    assert.ok(first && second && third)
    const saving = [batcher.add(delivered(first), HELD), batcher.add(delivered(second), HELD)]
    clock.advance(MAX_DELAY_MS - 1)
    await new Promise(setImmediate)
    assert.equal((await deliveriesOf(store, { webhookId: 1n, max: 9 })).length, 0)
    clock.advance(1)
    await Promise.all(saving)
    assert.equal((await deliveriesOf(store, { webhookId: 1n, max: 9 })).length, 2)

    const soon = batcher.add(delivered(third), HELD)
    batcher.flushSoon()
    await soon
    assert.equal((await backlogs(store))[0]?.waiting, MAX_BATCH + 85)

    // A full batch is saved immediately.
    await Promise.all(rest.slice(0, MAX_BATCH).map((each) => batcher.add(delivered(each), HELD)))
    assert.equal((await backlogs(store))[0]?.waiting, 85)
  })

  test(`a delivery that the log already contains is overwritten, and the rest of its batch is saved (${engine})`, async (t) => {
    const { runtime, batcher } = await testBatcher(t, engine)
    const { store } = runtime
    const saveAll = async (deliveries: readonly Delivery[], at: number) => {
      const saving = deliveries.map((each) => batcher.add({ ...delivered(each), at }, HELD))
      batcher.flushSoon()
      await Promise.all(saving)
    }
    const deliveries = await waiting(runtime, 3, 2)
    await saveAll(deliveries.slice(0, 2), 5)
    // The delivery is queued again, and its row in the log of results stays.
    await store.write((tx) => enqueue(tx, deliveries.slice(1, 2), 6))
    await saveAll(deliveries.slice(1), 7)
    assert.deepEqual(await backlogs(store), [])
    const logged = await Promise.all(
      [1n, 2n, 3n].map((webhookId) => deliveriesOf(store, { webhookId, max: 9 })),
    )
    assert.deepEqual(
      logged.flat().map(({ webhookId, position, settledAt }) => [webhookId, position, settledAt]),
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

  test(`results of queues that share a batch are counted for each queue, even when a result is saved twice (${engine})`, async (t) => {
    const { runtime, batcher } = await testBatcher(t, engine)
    const { store } = runtime
    const deliveries = await waiting(runtime, 40, 10)
    const saving = deliveries.filter(({ webhookId, position }) => position <= webhookId % 11n)
    const again = saving.filter(({ position }) => position % 3n === 0n)
    const all = [...saving, ...again].map((each) => batcher.add(delivered(each), HELD))
    batcher.flushSoon()
    await Promise.all(all)
    const left = new Map((await backlogs(store)).map((each) => [each.webhookId, each.waiting]))
    for (let webhookId = 1n; webhookId <= 40n; webhookId++) {
      const expected = 10 - Number(webhookId % 11n)
      assert.equal(left.get(webhookId) ?? 0, expected, `webhook ${webhookId}`)
      const logged = await deliveriesOf(store, { webhookId, max: 20 })
      assert.equal(logged.length, Number(webhookId % 11n))
    }
  })
}

test('a result that cannot be stored does not block other results', async (t) => {
  const { runtime, batcher } = await testBatcher(t, 'postgres')
  const deliveries = await waiting(runtime, 5, 1)
  // PostgreSQL cannot store this character.
  const saving = deliveries.map((each, index) =>
    batcher.add(delivered(each, index === 2 ? '\u0000' : 'well'), HELD),
  )
  batcher.flushSoon()
  const results = await Promise.allSettled(saving)
  assert.ok(results.every(({ status }) => status === 'rejected'))
  const left = await backlogs(runtime.store)
  assert.deepEqual(
    left.map(({ webhookId, waiting }) => [webhookId, waiting]),
    [[3n, 1]],
  )
})

test('if a lease is lost, the results under this lease are dropped, and the other results of the batch are saved', async (t) => {
  const { runtime, batcher } = await testBatcher(t, 'sqlite')
  const [first, second] = await waiting(runtime, 2, 1)
  assert.ok(first && second)
  const lost = { ...heldLease(), isHeldIn: async () => false }
  const saving = [batcher.add(delivered(first), lost), batcher.add(delivered(second), HELD)]
  batcher.flushSoon()
  await Promise.all(saving)
  const left = await backlogs(runtime.store)
  assert.deepEqual(
    left.map(({ webhookId, waiting }) => [webhookId, waiting]),
    [[first.webhookId, 1]],
  )
})
