/** Sending again what was given up, or what was taken already. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { type Context, Refusal } from '../context.ts'
import { byLane, compareLanes, type Delivery, widenLanes } from './queue.ts'

/**
 * Sends a delivery that is over again, before whatever else waits in its lane. Until it is over again it is not in the log;
 * its tries are.
 * @returns false when it waits already
 * @throws {Refusal} `delivery-not-found`
 */
export async function resend(context: Context, delivery: Delivery): Promise<boolean> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    // No event: as in settle.ts.
    if ((await requeueAll(tx, [delivery], now)) > 0) return true
    if ((await tx.first(oneQueued, keyOf(delivery))) !== undefined) return false
    throw new Refusal('delivery-not-found', 'there is no such delivery, or it is kept no more')
  })
}

/**
 * As {@link resend}, for several in one transaction; those that wait already or are kept no more are left out.
 * @param deliveries at most a few hundred
 * @returns how many are sent again
 */
export async function resendAll(context: Context, deliveries: readonly Delivery[]): Promise<number> {
  const now = context.clock.now()
  // No event: as in settle.ts.
  return context.store.write((tx) => requeueAll(tx, deliveries, now))
}

/** As {@link resendAll}, in a transaction that has more to do. */
export async function requeueAll(tx: Tx, deliveries: readonly Delivery[], now: number): Promise<number> {
  // The queue before the lanes, and lanes in their order, as everybody who holds both takes them.
  const sorted = deliveries.toSorted(compareLanes)
  const isLogged = await Promise.all(sorted.map((each) => tx.run(deleteDelivery, keyOf(each))))
  const logged = sorted.filter((_, index) => isLogged[index] === 1)
  const isNew = await Promise.all(logged.map((each) => tx.run(requeue, { ...keyOf(each), now })))
  const queued = logged.filter((_, index) => isNew[index] === 1)
  if (queued.length === 0) return 0
  await widenLanes(
    tx,
    byLane(queued).map((lane) => {
      const [{ webhookId, userId, jobId }] = lane
      return [webhookId, userId, jobId, BigInt(lane.length), now]
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

/** Without whatever else is known of it. */
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
