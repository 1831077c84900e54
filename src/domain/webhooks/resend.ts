/** Sends finished deliveries again. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { type AuditStamp, auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { type DeliveryCursor, deliveriesOf } from './deliveries.ts'
import { addPending, compareQueues, type Delivery, groupByQueue } from './queue.ts'

/**
 * Queues a finished delivery again, before the waiting deliveries of its queue. The delivery log loses the delivery
 * until the delivery is finished again, but keeps its failed attempts.
 * @returns false when the delivery is queued already
 * @throws {Refusal} `delivery-not-found`
 */
export async function resend(context: Context, delivery: Delivery): Promise<boolean> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    // No event: webhooks do not deliver events about deliveries.
    if ((await requeueAll(tx, [delivery], now)) > 0) {
      await record(tx, stamp, [delivery], 1)
      return true
    }
    if ((await tx.first(oneQueued, keyOf(delivery))) !== undefined) return false
    throw new Refusal('delivery-not-found', 'there is no such delivery, or it is kept no more')
  })
}

/**
 * As {@link resend}, for several deliveries in one transaction. Deliveries that are queued already or were deleted are
 * skipped.
 * @param deliveries at most a few hundred
 * @returns the number of queued deliveries
 */
export async function resendAll(context: Context, deliveries: readonly Delivery[]): Promise<number> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  // No event: webhooks do not deliver events about deliveries.
  return context.store.write(async (tx) => {
    const queued = await requeueAll(tx, deliveries, now)
    await record(tx, stamp, deliveries, queued)
    return queued
  })
}

/** @param deliveries deliveries of one webhook */
async function record(
  tx: Tx,
  stamp: AuditStamp | undefined,
  [first]: readonly Delivery[],
  queued: number,
): Promise<void> {
  if (first === undefined || queued === 0) return
  const subject = { kind: 'webhook', key: first.webhookId } as const
  await recordAudit(tx, stamp, { action: 'webhook.resend', subject, details: { deliveries: queued } })
}

/** Number of deliveries that one transaction of {@link resendDeadLettered} queues. */
const PAGE_SIZE = 200

/**
 * Queues all dead-lettered deliveries of a webhook again, as {@link resendAll} does. Pages are read from the latest
 * delivery backwards. So a delivery that fails again in the meantime is not queued a second time.
 * @param onResent called with the number of queued deliveries so far
 * @returns the number of queued deliveries
 */
export async function resendDeadLettered(
  context: Context,
  webhookId: bigint,
  onResent: (count: number) => void = () => undefined,
): Promise<number> {
  const question = { webhookId, outcome: 'parked', max: PAGE_SIZE } as const
  let resent = 0
  let after: DeliveryCursor | undefined
  do {
    const page = await deliveriesOf(context.store, { ...question, ...(after && { after }) })
    resent += await resendAll(context, page)
    onResent(resent)
    after = page.at(-1)
  } while (after !== undefined)
  return resent
}

/** As {@link resendAll}, inside a transaction of the caller. */
export async function requeueAll(tx: Tx, deliveries: readonly Delivery[], now: number): Promise<number> {
  // All transactions lock in the same order: webhook_queue before webhook_lanes, and the rows of each table in order.
  const sorted = deliveries.toSorted(compareQueues)
  const isLogged = await Promise.all(sorted.map((each) => tx.run(deleteDelivery, keyOf(each))))
  const logged = sorted.filter((_, index) => isLogged[index] === 1)
  const isNew = await Promise.all(logged.map((each) => tx.run(requeue, { ...keyOf(each), now })))
  const queued = logged.filter((_, index) => isNew[index] === 1)
  if (queued.length === 0) return 0
  await addPending(
    tx,
    groupByQueue(queued).map((queue) => {
      const [{ webhookId, userId, jobId }] = queue
      return [webhookId, userId, jobId, BigInt(queue.length), now]
    }),
  )
  return queued.length
}

interface Key {
  webhookId: bigint
  userId: bigint
  jobId: bigint
  position: bigint
}

/** Copies only the members of the key, because the object may have other members. */
function keyOf({ webhookId, userId, jobId, position }: Delivery): Key {
  return { webhookId, userId, jobId, position }
}

const deleteDelivery = query<Key>()((k, p) =>
  k
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position')),
)

const oneQueued = query<Key>()((k, p) =>
  k
    .selectFrom('webhook_queue')
    .select('position')
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position')),
)

const requeue = query<Key & { now: number }>()((k, p) =>
  k
    .insertInto('webhook_queue')
    .values({
      webhook_id: p('webhookId'),
      user_id: p('userId'),
      job_id: p('jobId'),
      position: p('position'),
      attempts: 0,
      queued_at: p('now'),
    })
    .onConflict((conflict) => conflict.doNothing()),
)
