/** What becomes of deliveries: they leave the queue, or wait for another try. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Builder, SqlValue } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { Context } from '../context.ts'
import { byLane, compareLanes, type Delivery, type Lane, type Several } from './queue.ts'

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

/** What became of a try, or of a delivery without one. */
export type Change = Settled | Postponed

/**
 * Notes how deliveries went.
 * @param changes those of a lane in the order in which they came. On SQLite they hold the event loop while they are
 *   stored, about 5 µs each
 */
export async function settle({ store }: Pick<Context, 'store'>, changes: readonly Change[]): Promise<void> {
  // No event: how an event was delivered is not in what is delivered.
  await store.write((tx) => applyChanges(tx, changes))
}

/** As {@link settle}, inside a transaction that has more to do. */
export async function applyChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  const taken = await take(tx, changes.toSorted(compareLanes))
  const settled = taken.filter(isSettled)
  const lanes = byLane(taken)
  // By itself one is stored whatever is in the log.
  const isInsert = (each: Settled) => changes.length > 1 && isSmooth(each)
  await Promise.all([
    insertSmooth(tx, settled.filter(isInsert).map(smoothRow)),
    upsertOthers(tx, settled.filter((each) => !isInsert(each)).map(deliveryRow)),
    insertAttempts(tx, taken.filter(isFailed).flatMap(attemptRow)),
    narrowLanes(tx, lanes.map(narrowed)),
    deleteEmptyLanes(
      tx,
      lanes.map(([lane]) => keyOf(lane)),
    ),
  ])
}

function isFailed(change: Change): boolean {
  return !isSettled(change) || change.outcome === 'parked'
}

/** Whether it was taken at the first try and nothing was said to it, as nearly all are. */
function isSmooth({ outcome, attempts, attempt }: Settled): boolean {
  return outcome === 'delivered' && attempts === 1 && attempt?.response === ''
}

function isSettled(change: Change): change is Settled {
  return !('dueAt' in change)
}

/** The changes whose delivery was in the queue: what another process took out of it is not counted twice. */
async function take(tx: Tx, changes: readonly Change[]): Promise<readonly Change[]> {
  const ends: SqlValue[][] = []
  const tries: SqlValue[][] = []
  for (const [nth, change] of changes.entries()) {
    const place = [...keyOf(change), change.position]
    if (isSettled(change)) ends.push([...place, nth])
    else tries.push([...place, change.attempts, nth])
  }
  const found = (await Promise.all([deleteQueued(tx, ends), countAttempts(tx, tries)])).flat()
  if (found.length === changes.length) return changes
  const taken = new Set(found.map((row) => Number(row.at(-1))))
  return changes.filter((_, index) => taken.has(index))
}

/** What changes of a lane: how much is gone, and when it goes on. */
function narrowed(changes: Several<Change>) {
  const last = changes.at(-1) ?? changes[0]
  const gone = changes.filter(isSettled).length
  return [...keyOf(last), -BigInt(gone), isSettled(last) ? last.at : last.dueAt]
}

function keyOf({ webhookId, userId, jobId }: Lane): readonly [bigint, bigint, bigint] {
  return [webhookId, userId, jobId]
}

function smoothRow(settled: Settled): SqlValue[] {
  const { position, at, attempt } = settled
  const { tookMs = 0, status = null, requestBytes = 0 } = attempt ?? {}
  return [...keyOf(settled), position, at, tookMs, status, requestBytes]
}

function deliveryRow(settled: Settled): SqlValue[] {
  const { outcome, attempts, attempt } = settled
  return [...smoothRow(settled), outcome, attempts, attempt?.response ?? '']
}

function attemptRow(change: Change) {
  const { position, at, attempt } = change
  if (attempt === undefined) return []
  const { outcome, tookMs, status, requestBytes, response } = attempt
  return [[...keyOf(change), position, at, outcome, tookMs, status, requestBytes, response]]
}

/** A delivery in the queue. Those of a lane stand together. */
const PLACE = {
  webhook_id: 'shared',
  user_id: 'shared',
  job_id: 'shared',
  position: 'integer',
} as const

const IS_TAKEN = sql`webhook_queue.webhook_id = taken.webhook_id and webhook_queue.user_id = taken.user_id
  and webhook_queue.job_id = taken.job_id and webhook_queue.position = taken.position`

/** `nth` tells the rows apart. */
const deleteQueued = bulk(
  { ...PLACE, nth: 'integer' },
  (_, rows, engine) =>
    engine === 'sqlite'
      ? sql`delete from webhook_queue where (webhook_id, user_id, job_id, position) =
          (select column1, column2, column3, column4 from (${rows}))`
      : sql`delete from webhook_queue
          using (${rows}) as taken (webhook_id, user_id, job_id, position, nth) where ${IS_TAKEN}`,
  'nth',
)

const countAttempts = bulk(
  { ...PLACE, attempts: 'integer', nth: 'integer' },
  (_, rows, engine) => {
    const taken =
      engine === 'sqlite'
        ? sql`(select column1 as webhook_id, column2 as user_id, column3 as job_id, column4 as position,
            column5 as attempts from (${rows})) as taken`
        : sql`(${rows}) as taken (webhook_id, user_id, job_id, position, attempts, nth)`
    return sql`update webhook_queue set attempts = taken.attempts from ${taken} where ${IS_TAKEN}`
  },
  'nth',
)

const SMOOTH = {
  settled_at: 'integer',
  took_ms: 'integer',
  status: 'integer',
  request_bytes: 'integer',
} as const

function insert(k: Builder, rows: RawBuilder<never>) {
  return k
    .insertInto('webhook_deliveries')
    .columns([
      'webhook_id',
      'user_id',
      'job_id',
      'position',
      'settled_at',
      'took_ms',
      'status',
      'request_bytes',
      'outcome',
      'attempts',
      'response',
    ])
    .expression(rows)
}

function upsert(k: Builder, rows: RawBuilder<never>) {
  return insert(k, rows).onConflict((conflict) =>
    conflict.columns(['webhook_id', 'user_id', 'job_id', 'position']).doUpdateSet((eb) => ({
      outcome: eb.ref('excluded.outcome'),
      attempts: eb.ref('excluded.attempts'),
      settled_at: eb.ref('excluded.settled_at'),
      took_ms: eb.ref('excluded.took_ms'),
      status: eb.ref('excluded.status'),
      request_bytes: eb.ref('excluded.request_bytes'),
      response: eb.ref('excluded.response'),
    })),
  )
}

// What waits is not in the log of deliveries, and looking for it there takes as long as half of the insert.
const insertSmooth = bulk({ ...PLACE, ...SMOOTH }, insert, undefined, ['delivered', 1, ''])
const upsertOthers = bulk(
  {
    webhook_id: 'integer',
    user_id: 'integer',
    job_id: 'integer',
    position: 'integer',
    ...SMOOTH,
    outcome: 'text',
    attempts: 'integer',
    response: 'text',
  },
  upsert,
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

const deleteEmptyLanes = bulk(
  { webhook_id: 'integer', user_id: 'integer', job_id: 'integer' },
  // One row needs no set to look it up in.
  (_, rows, engine) => sql`
    delete from webhook_lanes where pending <= 0
      and (webhook_id, user_id, job_id) ${engine === 'sqlite' ? sql`=` : sql`in`} (${rows})`,
)
