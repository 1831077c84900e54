import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import type { Reader } from '../../db/store.ts'
import { Refusal } from '../context.ts'
import {
  attemptsOf,
  countDeliveries,
  type DeliveryCursor,
  deliveriesOf,
  findDelivery,
  type LoggedDelivery,
} from './deliveries.ts'
import { type FinishedDelivery, type Outcome, saveResults } from './delivery-results.ts'
import { backlogs, type Delivery, enqueue, LIVE_JOB } from './queue.ts'
import { resend, resendAll } from './resend.ts'
import { findWaiting, type WaitingDelivery, waitingFor } from './waiting.ts'

const webhookId = 5n

const delivery = (userId: bigint, position: bigint, jobId = LIVE_JOB): Delivery => ({
  webhookId,
  userId,
  jobId,
  position,
})

function ended(of: Delivery, outcome: Outcome, at: number): FinishedDelivery {
  const isTaken = outcome === 'delivered'
  return {
    ...of,
    outcome,
    attempts: isTaken ? 1 : 4,
    at,
    attempt: {
      outcome: isTaken ? 'accepted' : 'refused',
      tookMs: 7,
      status: isTaken ? 200 : 500,
      requestBytes: 321,
      response: isTaken ? '' : 'no',
    },
  }
}

async function allLogged(store: Reader, outcome?: Outcome): Promise<LoggedDelivery[]> {
  const all: LoggedDelivery[] = []
  let after: DeliveryCursor | undefined
  do {
    const page = await deliveriesOf(store, {
      webhookId,
      max: 7,
      ...(outcome && { outcome }),
      ...(after && { after }),
    })
    all.push(...page)
    after = page.at(-1)
  } while (after !== undefined)
  return all
}

async function allWaiting(store: Reader): Promise<WaitingDelivery[]> {
  const all: WaitingDelivery[] = []
  let after: Delivery | undefined
  do {
    const page = await waitingFor(store, { webhookId, max: 7, ...(after && { after }) })
    all.push(...page)
    after = page.at(-1)
  } while (after !== undefined)
  return all
}

const names = (all: readonly Delivery[]) =>
  all.map(({ userId, jobId, position }) => `${userId}.${jobId}.${position}`)

for (const engine of ENGINES) {
  test(`the delivery log is read page by page, even with equal times across pages, and its deliveries are sent again (${engine})`, async (t) => {
    const clock = new TestClock()
    const { context, store } = await testRuntime(t, await freshConfig(t, engine), clock)
    const all = [1n, 2n, 3n].flatMap((userId) =>
      [LIVE_JOB, 9n].flatMap((jobId) =>
        Array.from({ length: 6 }, (_, index) => delivery(userId, BigInt(index + 1), jobId)),
      ),
    )
    await store.write((tx) => enqueue(tx, all, clock.now()))
    assert.deepEqual(names(await allWaiting(store)), names(all))
    const [head] = await waitingFor(store, { webhookId, max: 1 })
    assert.deepEqual(head, {
      ...delivery(1n, 1n),
      attempts: 0,
      queuedAt: clock.now(),
      queueDueAt: clock.now(),
    })
    assert.deepEqual(await findWaiting(store, delivery(1n, 1n)), head)

    // Many deliveries have the same time, as when results are saved in batches.
    const at = (each: Delivery) => clock.now() + Number(each.position % 2n)
    const outcomeOf = (each: Delivery) => (each.position % 3n === 0n ? 'delivered' : 'parked')
    await saveResults(context, async () => all.map((each) => ended(each, outcomeOf(each), at(each))))
    const logged = await allLogged(store)
    assert.equal(logged.length, all.length)
    assert.deepEqual(new Set(names(logged)), new Set(names(all)))
    const times = logged.map(({ settledAt }) => settledAt)
    assert.deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    )
    const parked = await allLogged(store, 'parked')
    assert.deepEqual(names(parked), names(logged.filter(({ outcome }) => outcome === 'parked')))
    assert.equal(await countDeliveries(store, { webhookId, outcome: 'parked' }), parked.length)
    assert.deepEqual(await allWaiting(store), [])
    assert.equal((await findDelivery(store, delivery(2n, 3n, 9n)))?.requestBytes, 321)
    assert.equal((await attemptsOf(store, delivery(2n, 1n, 9n)))[0]?.response, 'no')

    // Deliveries of every queue are sent again; queued and unknown deliveries are skipped.
    assert.equal(await resend(context, delivery(1n, 1n)), true)
    assert.equal(await resendAll(context, [...parked, delivery(8n, 1n)]), parked.length - 1)
    assert.equal(await resendAll(context, parked), 0)
    assert.equal(await resend(context, delivery(1n, 1n)), false)
    const unknown = (error: unknown) => error instanceof Refusal && error.reason === 'delivery-not-found'
    await assert.rejects(resend(context, delivery(8n, 1n)), unknown)
    assert.deepEqual(new Set(names(await allWaiting(store))), new Set(names(parked)))
    assert.deepEqual(await backlogs(store), [{ webhookId, waiting: parked.length, since: clock.now() }])
    assert.equal(await findDelivery(store, delivery(1n, 1n)), undefined)
    assert.deepEqual(await allLogged(store, 'parked'), [])
  })
}
