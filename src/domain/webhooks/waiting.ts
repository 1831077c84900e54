/** Lists queued deliveries for the commands of the operator. The scheduler reads queues with queue.ts. */
import { sql } from 'kysely'
import { type Builder, query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { Delivery } from './queue.ts'

/** A delivery that is not finished. */
export interface WaitingDelivery extends Delivery {
  /** Number of failed attempts so far. */
  readonly attempts: number
  /** Milliseconds since the Unix epoch. */
  readonly queuedAt: number
  /** Time at which the first delivery of the queue can be sent, in milliseconds since the Unix epoch. */
  readonly queueDueAt: number
}

export interface WaitingPage {
  readonly webhookId: bigint
  /** Selects deliveries that come after this delivery in the list. */
  readonly after?: Delivery
  /** Maximum number of deliveries, 1 to 200. */
  readonly max: number
}

/** The queued deliveries of a webhook, grouped by queue, in the order of each queue. */
export async function waitingFor(
  reader: Reader,
  { webhookId, after, max }: WaitingPage,
): Promise<readonly WaitingDelivery[]> {
  const { userId = -1n, jobId = 0n, position = 0n } = after ?? {}
  const rows = await reader.rows(queuedAfter, {
    webhookId,
    userId,
    jobId,
    position,
    max: Math.min(200, max),
  })
  return rows.map(waitingOf)
}

/** A delivery, if it is queued. */
export async function findWaiting(reader: Reader, delivery: Delivery): Promise<WaitingDelivery | undefined> {
  const { webhookId, userId, jobId, position } = delivery
  const row = await reader.first(oneQueued, { webhookId, userId, jobId, position })
  return row && waitingOf(row)
}

interface Row {
  readonly webhook_id: bigint
  readonly user_id: bigint
  readonly job_id: bigint
  readonly position: bigint
  readonly attempts: number
  readonly queued_at: number
  readonly due_at: number
}

function waitingOf(row: Row): WaitingDelivery {
  return {
    webhookId: row.webhook_id,
    userId: row.user_id,
    jobId: row.job_id,
    position: row.position,
    attempts: row.attempts,
    queuedAt: row.queued_at,
    queueDueAt: row.due_at,
  }
}

interface DeliveryKey {
  webhookId: bigint
  userId: bigint
  jobId: bigint
  position: bigint
}

function queued(k: Builder) {
  return k
    .selectFrom('webhook_queue')
    .innerJoin('webhook_lanes', (join) =>
      join
        .onRef('webhook_lanes.webhook_id', '=', 'webhook_queue.webhook_id')
        .onRef('webhook_lanes.user_id', '=', 'webhook_queue.user_id')
        .onRef('webhook_lanes.job_id', '=', 'webhook_queue.job_id'),
    )
    .selectAll('webhook_queue')
    .select('webhook_lanes.due_at')
}

// Uses the primary key of the queue.
const queuedAfter = query<DeliveryKey & { max: number }>()((k, p) =>
  queued(k)
    .where('webhook_queue.webhook_id', '=', p('webhookId'))
    .where(
      sql<boolean>`(webhook_queue.user_id, webhook_queue.job_id, webhook_queue.position)
        > (${p('userId')}, ${p('jobId')}, ${p('position')})`,
    )
    .orderBy('webhook_queue.user_id')
    .orderBy('webhook_queue.job_id')
    .orderBy('webhook_queue.position')
    .limit(p('max')),
)

const oneQueued = query<DeliveryKey>()((k, p) =>
  queued(k)
    .where('webhook_queue.webhook_id', '=', p('webhookId'))
    .where('webhook_queue.user_id', '=', p('userId'))
    .where('webhook_queue.job_id', '=', p('jobId'))
    .where('webhook_queue.position', '=', p('position')),
)
