/**
 * What waits to be delivered. A delivery is a position of the log for one user of one webhook; those of a lane (a
 * subscription, or one replay of it) go in order.
 *
 *   fan-out ─▶ webhook_queue (a row a delivery) ─▶ courier ─▶ webhook_deliveries (settle.ts)
 *          └─▶ webhook_lanes (a row a lane with something in it: how much, and when its head is due) ─┘
 *
 * Invariants: `pending` of a lane is the number of its rows in the queue, and a lane without rows has none. Both sides
 * change it by an upsert, which holds the row to the end of the transaction, so that no lane is taken away while
 * something is put into it.
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'

/** `jobId` is a replay, or {@link LIVE}. */
export interface Lane {
  readonly webhookId: bigint
  readonly userId: bigint
  readonly jobId: bigint
}

export interface Delivery extends Lane {
  /** Of the event in the log. */
  readonly position: bigint
}

/** The job of what happens now. */
export const LIVE = 0n

/** In place of a user, in the lane that tells how a replay ended. */
export const NOBODY = 0n

/** A delivery that waits. */
export interface Waiting {
  readonly position: bigint
  /** In vain until now. */
  readonly attempts: number
}

/** Puts deliveries into their lanes; each must be new. @param now milliseconds since the Unix epoch */
export async function enqueue(tx: Tx, deliveries: readonly Delivery[], now: number): Promise<void> {
  if (deliveries.length === 0) return
  await Promise.all([
    insertQueued(
      tx,
      deliveries.map(({ webhookId, userId, jobId, position }) => [
        webhookId,
        userId,
        jobId,
        position,
        0,
        now,
      ]),
    ),
    widenLanes(
      tx,
      countByLane(deliveries).map(({ lane, count }) => [
        lane.webhookId,
        lane.userId,
        lane.jobId,
        BigInt(count),
        now,
      ]),
    ),
  ])
}

/** How many of `items` are in each lane, in the order in which lanes are always locked. */
export function countByLane<Item extends Lane>(
  items: readonly Item[],
): readonly { readonly lane: Item; readonly count: number }[] {
  const counts = new Map<string, { readonly lane: Item; count: number }>()
  for (const item of items) {
    const key = laneKey(item)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { lane: item, count: 1 })
    else known.count += 1
  }
  return [...counts.values()].sort((one, other) => compareLanes(one.lane, other.lane))
}

export function laneKey({ webhookId, userId, jobId }: Lane): string {
  return `${webhookId} ${userId} ${jobId}`
}

export function compareLanes(one: Lane, other: Lane): number {
  const difference = one.webhookId - other.webhookId || one.userId - other.userId || one.jobId - other.jobId
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The lanes of a webhook whose head may be tried now, the longest due first. */
export async function dueLanes(
  reader: Reader,
  input: { readonly webhookId: bigint; readonly now: number; readonly most: number },
): Promise<readonly Lane[]> {
  const rows = await reader.rows(dueLanesOf, input)
  return rows.map((row) => ({ webhookId: input.webhookId, userId: row.user_id, jobId: row.job_id }))
}

/** The first `most` deliveries of a lane, in order. */
export async function waitingIn(
  reader: Reader,
  { webhookId, userId, jobId }: Lane,
  most: number,
): Promise<readonly Waiting[]> {
  return reader.rows(headOfLane, { webhookId, userId, jobId, most })
}

/** What of a replay still waits. */
export async function pendingOfJob(
  reader: Reader,
  job: { readonly webhookId: bigint; readonly jobId: bigint },
): Promise<number> {
  return Number((await reader.first(pendingInJob, job))?.waiting ?? 0)
}

/** How much waits for a webhook, and since when the oldest of it does. */
export interface Backlog {
  readonly webhookId: bigint
  readonly waiting: number
  /** Milliseconds since the Unix epoch. */
  readonly since: number
}

/** Of every webhook for which something waits. */
export async function backlogs(reader: Reader): Promise<readonly Backlog[]> {
  const rows = await reader.rows(backlogByWebhook, {})
  return rows.map((row) => ({
    webhookId: row.webhook_id,
    waiting: Number(row.waiting),
    since: Number(row.since),
  }))
}

const insertQueued = bulk(
  {
    webhook_id: 'integer',
    user_id: 'integer',
    job_id: 'integer',
    position: 'integer',
    attempts: 'integer',
    queued_at: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('webhook_queue')
      .columns(['webhook_id', 'user_id', 'job_id', 'position', 'attempts', 'queued_at'])
      .expression(rows),
)

/** A lane that waits for another try of its head goes on waiting. */
export const widenLanes = bulk(
  { webhook_id: 'integer', user_id: 'integer', job_id: 'integer', pending: 'integer', due_at: 'integer' },
  (k, rows) =>
    k
      .insertInto('webhook_lanes')
      .columns(['webhook_id', 'user_id', 'job_id', 'pending', 'due_at'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'user_id', 'job_id']).doUpdateSet((eb) => ({
          pending: eb('webhook_lanes.pending', '+', eb.ref('excluded.pending')),
        })),
      ),
)

// Uses the index webhook_lanes_due.
const dueLanesOf = query<{ webhookId: bigint; now: number; most: number }>()((k, p) =>
  k
    .selectFrom('webhook_lanes')
    .select(['user_id', 'job_id'])
    .where('webhook_id', '=', p('webhookId'))
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .orderBy('user_id')
    .orderBy('job_id')
    .limit(p('most')),
)

const headOfLane = query<{ webhookId: bigint; userId: bigint; jobId: bigint; most: number }>()((k, p) =>
  k
    .selectFrom('webhook_queue')
    .select(['position', 'attempts'])
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .orderBy('position')
    .limit(p('most')),
)

// Uses the index webhook_lanes_due.
const pendingInJob = query<{ webhookId: bigint; jobId: bigint }>()((k, p) =>
  k
    .selectFrom('webhook_lanes')
    .select((eb) => eb.fn.sum<number | bigint>('pending').as('waiting'))
    .where('webhook_id', '=', p('webhookId'))
    .where('job_id', '=', p('jobId')),
)

// A look at the head of each lane: the queue itself may be long.
const backlogByWebhook = query()(
  () => sql<{ webhook_id: bigint; waiting: number | bigint; since: number | bigint }>`
    select webhook_id, sum(pending) as waiting, min(queued_at) as since
    from (
      select webhook_lanes.webhook_id, webhook_lanes.pending,
        (select webhook_queue.queued_at from webhook_queue
          where webhook_queue.webhook_id = webhook_lanes.webhook_id
            and webhook_queue.user_id = webhook_lanes.user_id and webhook_queue.job_id = webhook_lanes.job_id
          order by webhook_queue.position limit 1) as queued_at
      from webhook_lanes
    ) as heads
    group by webhook_id order by webhook_id`,
)
