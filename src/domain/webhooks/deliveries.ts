/** The log of deliveries: what became of each, with its tries, and how one is sent again. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Context, Refusal } from '../context.ts'
import { type Delivery, widenLanes } from './queue.ts'
import type { Attempt, AttemptOutcome, Outcome } from './settle.ts'

/** A delivery that is over. */
export interface LoggedDelivery extends Delivery {
  readonly outcome: Outcome
  readonly attempts: number
  /** Milliseconds since the Unix epoch. */
  readonly settledAt: number
  /** Of the last try. */
  readonly tookMs: number
  readonly status: number | null
  readonly requestBytes: number
  readonly response: string
}

/** A try that was in vain. */
export interface LoggedAttempt extends Attempt {
  /** When it ended; milliseconds since the Unix epoch. */
  readonly madeAt: number
}

export interface DeliveryQuestion {
  readonly webhookId: bigint
  /** Only these; all when left out. */
  readonly outcome?: Outcome
  /** Only those that ended before this moment, to page back. */
  readonly before?: number
  /** 1 to 200. */
  readonly most: number
}

/** What became of a webhook's deliveries, the latest first. */
export async function deliveriesOf(
  reader: Reader,
  { webhookId, outcome, before, most }: DeliveryQuestion,
): Promise<readonly LoggedDelivery[]> {
  const limits = { webhookId, before: before ?? Number.MAX_SAFE_INTEGER, most: Math.min(200, most) }
  const rows = await (outcome === undefined
    ? reader.rows(latestDeliveries, limits)
    : reader.rows(latestWithOutcome, { ...limits, outcome }))
  return rows.map((row) => ({
    webhookId,
    userId: row.user_id,
    jobId: row.job_id,
    position: row.position,
    outcome: row.outcome as Outcome,
    attempts: row.attempts,
    settledAt: row.settled_at,
    tookMs: row.took_ms,
    status: row.status,
    requestBytes: row.request_bytes,
    response: row.response,
  }))
}

/** The tries of a delivery that were in vain, in order. */
export async function attemptsOf(reader: Reader, delivery: Delivery): Promise<readonly LoggedAttempt[]> {
  const { webhookId, userId, jobId, position } = delivery
  const rows = await reader.rows(attemptsOfDelivery, { webhookId, userId, jobId, position })
  return rows.map((row) => ({
    madeAt: row.made_at,
    outcome: row.outcome as AttemptOutcome,
    tookMs: row.took_ms,
    status: row.status,
    requestBytes: row.request_bytes,
    response: row.response,
  }))
}

/**
 * Sends a delivery that is over again, before whatever else waits in its lane. Until it is over again it is not in the log;
 * its tries are.
 * @returns false when it waits already
 * @throws {Refusal} `delivery-not-found`
 */
export async function resend(context: Context, delivery: Delivery): Promise<boolean> {
  const { webhookId, userId, jobId, position } = delivery
  const key = { webhookId, userId, jobId, position }
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    // No event: as in settle.ts.
    if ((await tx.run(deleteDelivery, key)) === 0) {
      if ((await tx.first(oneQueued, key)) !== undefined) return false
      throw new Refusal('delivery-not-found', 'there is no such delivery, or it is kept no more')
    }
    if ((await tx.run(requeue, { ...key, now })) === 0) return false
    await widenLanes(tx, [[webhookId, userId, jobId, 1n, now]])
    return true
  })
}

// Uses the index webhook_deliveries_settled.
const latestDeliveries = query<{ webhookId: bigint; before: number; most: number }>()((k, p) =>
  k
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .where('settled_at', '<', p('before'))
    .orderBy('settled_at', 'desc')
    .orderBy('position', 'desc')
    .limit(p('most')),
)

const latestWithOutcome = query<{ webhookId: bigint; before: number; most: number; outcome: string }>()(
  (k, p) =>
    k
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', p('webhookId'))
      .where('settled_at', '<', p('before'))
      .where('outcome', '=', p('outcome'))
      .orderBy('settled_at', 'desc')
      .orderBy('position', 'desc')
      .limit(p('most')),
)

const attemptsOfDelivery = query<Key>()((k, p) =>
  k
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position'))
    .orderBy('made_at')
    .limit(100),
)

interface Key {
  webhookId: bigint
  userId: bigint
  jobId: bigint
  position: bigint
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
