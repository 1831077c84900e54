/** What becomes of deliveries: they leave the queue, or wait for another try. */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { Context } from '../context.ts'
import { compareLanes, countByLane, type Delivery, type Lane, laneKey } from './queue.ts'

/**
 * How a delivery ended: it was taken; it was given up and may be sent again; nobody may be told any more; it waited
 * longer than anything is kept.
 */
export type Outcome = 'delivered' | 'parked' | 'dropped' | 'expired'

/** How one try went. `refused` is an answer other than 2xx; the others tell why there was none. */
export type AttemptOutcome =
  | 'accepted'
  | 'refused'
  | 'timed-out'
  | 'address-refused'
  | 'not-connected'
  | 'certificate'
  | 'broken'

/** One try, as the log of deliveries keeps it. What was sent is kept by its length: it is made anew from its ids. */
export interface Attempt {
  readonly outcome: AttemptOutcome
  /** Milliseconds, whole. */
  readonly tookMs: number
  /** Of the answer; null without one. */
  readonly status: number | null
  readonly requestBytes: number
  /** The beginning of the answer, or what went wrong. */
  readonly response: string
}

interface Tried extends Delivery {
  /** Until now, with this one. */
  readonly attempts: number
  /** When the try ended; milliseconds since the Unix epoch. */
  readonly at: number
}

/** The end of a delivery; without a try when there was nothing to send. */
export interface Settled extends Tried {
  readonly outcome: Outcome
  readonly attempt: Attempt | undefined
}

/** A try in vain, of which there is to be another. */
export interface Postponed extends Tried {
  readonly attempt: Attempt
  /** When the lane goes on. */
  readonly dueAt: number
}

type Change = Settled | Postponed

/** Notes how deliveries went; many that are noted at the same time share their statements. */
export async function settle(context: Pick<Context, 'store'>, change: Change): Promise<void> {
  // No event: how an event was delivered is not in what is delivered.
  await context.store.writeGathered(settleAll, change)
}

async function settleAll(tx: Tx, changes: readonly Change[]) {
  await applyChanges(tx, changes)
  return changes.map(() => ({ value: undefined }))
}

/** Ends deliveries, inside a transaction that has more to do. */
export async function applyChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  const ordered = changes.toSorted(compareLanes)
  // Another process may have been at the same one: what it took out of the queue is not counted twice.
  const found = await Promise.all(ordered.map((change) => take(tx, change)))
  const taken = ordered.filter((_, index) => found[index] === 1)
  const settled = taken.filter(isSettled)
  const failed = taken.filter((change) => !isSettled(change) || change.outcome === 'parked')
  const lanes = lanesAfter(taken)
  await Promise.all([
    upsertDeliveries(tx, settled.map(deliveryRow)),
    insertAttempts(tx, failed.flatMap(attemptRow)),
    narrowLanes(
      tx,
      lanes.map(({ row }) => row),
    ),
    deleteEmptyLanes(
      tx,
      lanes.map(({ key }) => key),
    ),
  ])
}

function isSettled(change: Change): change is Settled {
  return !('dueAt' in change)
}

/** 1 if the delivery was in the queue. */
function take(tx: Tx, change: Change): Promise<number> {
  const { webhookId, userId, jobId, position, attempts } = change
  const key = { webhookId, userId, jobId, position }
  return isSettled(change) ? tx.run(deleteQueued, key) : tx.run(countAttempt, { ...key, attempts })
}

function lanesAfter(taken: readonly Change[]) {
  const dueAt = new Map(
    taken.map((change) => [laneKey(change), isSettled(change) ? change.at : change.dueAt]),
  )
  const gone = new Map(countByLane(taken.filter(isSettled)).map(({ lane, count }) => [laneKey(lane), count]))
  return countByLane(taken).map(({ lane }) => {
    const name = laneKey(lane)
    const key = keyOf(lane)
    return { key, row: [...key, -BigInt(gone.get(name) ?? 0), dueAt.get(name) ?? lane.at] }
  })
}

function keyOf({ webhookId, userId, jobId }: Lane): readonly [bigint, bigint, bigint] {
  return [webhookId, userId, jobId]
}

function deliveryRow(settled: Settled) {
  const { position, outcome, attempts, at, attempt } = settled
  return [
    ...keyOf(settled),
    position,
    outcome,
    attempts,
    at,
    attempt?.tookMs ?? 0,
    attempt?.status ?? null,
    attempt?.requestBytes ?? 0,
    attempt?.response ?? '',
  ]
}

function attemptRow(change: Change) {
  const { position, at, attempt } = change
  if (attempt === undefined) return []
  const { outcome, tookMs, status, requestBytes, response } = attempt
  return [[...keyOf(change), position, at, outcome, tookMs, status, requestBytes, response]]
}

const deleteQueued = query<{ webhookId: bigint; userId: bigint; jobId: bigint; position: bigint }>()((k, p) =>
  k
    .deleteFrom('webhook_queue')
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position')),
)

const countAttempt = query<{
  webhookId: bigint
  userId: bigint
  jobId: bigint
  position: bigint
  attempts: number
}>()((k, p) =>
  k
    .updateTable('webhook_queue')
    .set({ attempts: p('attempts') })
    .where('webhook_id', '=', p('webhookId'))
    .where('user_id', '=', p('userId'))
    .where('job_id', '=', p('jobId'))
    .where('position', '=', p('position')),
)

const upsertDeliveries = bulk(
  {
    webhook_id: 'integer',
    user_id: 'integer',
    job_id: 'integer',
    position: 'integer',
    outcome: 'text',
    attempts: 'integer',
    settled_at: 'integer',
    took_ms: 'integer',
    status: 'integer',
    request_bytes: 'integer',
    response: 'text',
  },
  (k, rows) =>
    k
      .insertInto('webhook_deliveries')
      .columns([
        'webhook_id',
        'user_id',
        'job_id',
        'position',
        'outcome',
        'attempts',
        'settled_at',
        'took_ms',
        'status',
        'request_bytes',
        'response',
      ])
      .expression(rows)
      // One that was sent again.
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'user_id', 'job_id', 'position']).doUpdateSet((eb) => ({
          outcome: eb.ref('excluded.outcome'),
          attempts: eb.ref('excluded.attempts'),
          settled_at: eb.ref('excluded.settled_at'),
          took_ms: eb.ref('excluded.took_ms'),
          status: eb.ref('excluded.status'),
          request_bytes: eb.ref('excluded.request_bytes'),
          response: eb.ref('excluded.response'),
        })),
      ),
)

const insertAttempts = bulk(
  {
    webhook_id: 'integer',
    user_id: 'integer',
    job_id: 'integer',
    position: 'integer',
    made_at: 'integer',
    outcome: 'text',
    took_ms: 'integer',
    status: 'integer',
    request_bytes: 'integer',
    response: 'text',
  },
  (k, rows) =>
    k
      .insertInto('webhook_attempts')
      .columns([
        'webhook_id',
        'user_id',
        'job_id',
        'position',
        'made_at',
        'outcome',
        'took_ms',
        'status',
        'request_bytes',
        'response',
      ])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)

/** `pending` is what is added, so less than zero. */
const narrowLanes = bulk(
  { webhook_id: 'integer', user_id: 'integer', job_id: 'integer', pending: 'integer', due_at: 'integer' },
  (k, rows) =>
    k
      .insertInto('webhook_lanes')
      .columns(['webhook_id', 'user_id', 'job_id', 'pending', 'due_at'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['webhook_id', 'user_id', 'job_id']).doUpdateSet((eb) => ({
          pending: eb('webhook_lanes.pending', '+', eb.ref('excluded.pending')),
          due_at: eb.ref('excluded.due_at'),
        })),
      ),
)

const deleteEmptyLanes = bulk({ webhook_id: 'integer', user_id: 'integer', job_id: 'integer' }, (k, rows) =>
  k
    .deleteFrom('webhook_lanes')
    .where(sql<boolean>`pending <= 0`)
    .where(sql`(webhook_id, user_id, job_id)`, 'in', sql<never>`(${rows})`),
)
