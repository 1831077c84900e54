/** Stores the results of deliveries. A delivery then leaves its queue, or waits for another attempt. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Builder, SqlValue } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { Context } from '../context.ts'
import { compareQueues, type Delivery, groupByQueue, type NonEmpty, type QueueKey } from './queue.ts'

/**
 * Outcome of a delivery. `delivered`: the receiver accepted the delivery. `parked`: all attempts failed, so the
 * delivery is dead-lettered and can be sent again. `dropped`: the webhook is not permitted to receive events of the
 * user any more. `expired`: the delivery waited longer than deliveries are kept.
 */
export type Outcome = 'delivered' | 'parked' | 'dropped' | 'expired'

/**
 * The result of one attempt. `refused` means a response other than 2xx; the other values are reasons why there was no
 * response.
 */
export type AttemptOutcome =
  | 'accepted'
  | 'refused'
  | 'timed-out'
  | 'address-refused'
  | 'not-connected'
  | 'certificate'
  | 'broken'

/**
 * One attempt, as the delivery log stores it. Only the length of the body is stored, because the body can be rendered
 * again from the event.
 */
export interface Attempt {
  readonly outcome: AttemptOutcome
  /** Duration in whole milliseconds. */
  readonly tookMs: number
  /** Status of the response; null without a response. */
  readonly status: number | null
  readonly requestBytes: number
  /** The beginning of the response body, or an error message. */
  readonly response: string
}

interface AttemptedDelivery extends Delivery {
  /** Number of attempts, including this attempt. */
  readonly attempts: number
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

/** A finished delivery. Its attempt is undefined if nothing was sent, for example because the delivery expired. */
export interface FinishedDelivery extends AttemptedDelivery {
  readonly outcome: Outcome
  readonly attempt: Attempt | undefined
}

/** A delivery whose attempt failed and that will be tried again. */
export interface PostponedDelivery extends AttemptedDelivery {
  readonly attempt: Attempt
  /** Time of the next attempt; milliseconds since the Unix epoch. */
  readonly dueAt: number
}

export type DeliveryResult = FinishedDelivery | PostponedDelivery

/**
 * Stores results of deliveries.
 * @param resultsIn called in the transaction. The results for a queue must be in the order of its deliveries. On
 *   SQLite, storing a result blocks the event loop for about 5 µs
 */
export async function saveResults(
  { store }: Pick<Context, 'store'>,
  resultsIn: (tx: Tx) => Promise<readonly DeliveryResult[]>,
): Promise<void> {
  // No event: webhooks do not deliver events about deliveries.
  await store.write(async (tx) => applyResults(tx, await resultsIn(tx)))
}

/** As {@link saveResults}, inside a transaction of the caller. */
export async function applyResults(tx: Tx, results: readonly DeliveryResult[]): Promise<void> {
  if (results.length === 0) return
  const applied = await takeQueued(tx, results.toSorted(compareQueues))
  const settled = applied.filter(isFinished)
  const queues = groupByQueue(applied)
  // The results of a failed transaction are saved again one by one. A single result is therefore upserted, so that a
  // row of the same delivery in the delivery log cannot make the statement fail.
  const isInsert = (each: FinishedDelivery) => results.length > 1 && isFirstTrySuccess(each)
  await Promise.all([
    insertSuccesses(tx, settled.filter(isInsert).map(successRow)),
    upsertOthers(tx, settled.filter((each) => !isInsert(each)).map(deliveryRow)),
    insertAttempts(tx, applied.filter(isFailed).flatMap(attemptRow)),
    subtractPending(tx, queues.map(pendingRow)),
    deleteEmptyQueues(
      tx,
      queues.map(([queue]) => keyOf(queue)),
    ),
  ])
}

function isFailed(result: DeliveryResult): boolean {
  return !isFinished(result) || result.outcome === 'parked'
}

/** True for an accepted first attempt with an empty response. Nearly all deliveries are like this. */
function isFirstTrySuccess({ outcome, attempts, attempt }: FinishedDelivery): boolean {
  return outcome === 'delivered' && attempts === 1 && attempt?.response === ''
}

function isFinished(result: DeliveryResult): result is FinishedDelivery {
  return !('dueAt' in result)
}

/**
 * Removes deliveries from the queue, or counts their failed attempts.
 * @returns the results whose delivery was still queued, because a delivery that another process removed must not be
 *   counted again
 */
async function takeQueued(tx: Tx, results: readonly DeliveryResult[]): Promise<readonly DeliveryResult[]> {
  const ends: SqlValue[][] = []
  const tries: SqlValue[][] = []
  for (const [nth, result] of results.entries()) {
    const key = [...keyOf(result), result.position]
    if (isFinished(result)) ends.push([...key, nth])
    else tries.push([...key, result.attempts, nth])
  }
  const found = (await Promise.all([deleteQueued(tx, ends), countAttempts(tx, tries)])).flat()
  if (found.length === results.length) return results
  const taken = new Set(found.map((row) => Number(row.at(-1))))
  return results.filter((_, index) => taken.has(index))
}

/**
 * @returns a row that subtracts the finished deliveries from the length of a queue, and has the time at which the queue
 *   continues
 */
function pendingRow(results: NonEmpty<DeliveryResult>) {
  const last = results.at(-1) ?? results[0]
  const gone = results.filter(isFinished).length
  return [...keyOf(last), -BigInt(gone), isFinished(last) ? last.at : last.dueAt]
}

function keyOf({ webhookId, userId, jobId }: QueueKey): readonly [bigint, bigint, bigint] {
  return [webhookId, userId, jobId]
}

function successRow(settled: FinishedDelivery): SqlValue[] {
  const { position, at, attempt } = settled
  const { tookMs = 0, status = null, requestBytes = 0 } = attempt ?? {}
  return [...keyOf(settled), position, at, tookMs, status, requestBytes]
}

function deliveryRow(settled: FinishedDelivery): SqlValue[] {
  const { outcome, attempts, attempt } = settled
  return [...successRow(settled), outcome, attempts, attempt?.response ?? '']
}

function attemptRow(result: DeliveryResult) {
  const { position, at, attempt } = result
  if (attempt === undefined) return []
  const { outcome, tookMs, status, requestBytes, response } = attempt
  return [[...keyOf(result), position, at, outcome, tookMs, status, requestBytes, response]]
}

/** The key of a queued delivery. The deliveries of a queue are stored next to each other. */
const KEY = {
  webhook_id: 'shared',
  user_id: 'shared',
  job_id: 'shared',
  position: 'integer',
} as const

const IS_TAKEN = sql`webhook_queue.webhook_id = taken.webhook_id and webhook_queue.user_id = taken.user_id
  and webhook_queue.job_id = taken.job_id and webhook_queue.position = taken.position`

/** The statement returns `nth`, which is the index of the result. */
const deleteQueued = bulk(
  { ...KEY, nth: 'integer' },
  (_, rows, engine) =>
    engine === 'sqlite'
      ? sql`delete from webhook_queue where (webhook_id, user_id, job_id, position) =
          (select column1, column2, column3, column4 from (${rows}))`
      : sql`delete from webhook_queue
          using (${rows}) as taken (webhook_id, user_id, job_id, position, nth) where ${IS_TAKEN}`,
  'nth',
)

const countAttempts = bulk(
  { ...KEY, attempts: 'integer', nth: 'integer' },
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

const RESULT = {
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

// This statement does not check for conflicts, because a queued delivery is normally not in the delivery log, and the
// check would take half as long as the insert.
const insertSuccesses = bulk({ ...KEY, ...RESULT }, insert, undefined, ['delivered', 1, ''])
const upsertOthers = bulk(
  {
    webhook_id: 'integer',
    user_id: 'integer',
    job_id: 'integer',
    position: 'integer',
    ...RESULT,
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

/**
 * The statement adds `pending` to the length of the queue, so finished deliveries are passed as a negative
 * number.
 */
const subtractPending = bulk(
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

const deleteEmptyQueues = bulk(
  { webhook_id: 'integer', user_id: 'integer', job_id: 'integer' },
  // On SQLite, each row is a separate statement.
  (_, rows, engine) => sql`
    delete from webhook_lanes where pending <= 0
      and (webhook_id, user_id, job_id) ${engine === 'sqlite' ? sql`=` : sql`in`} (${rows})`,
)
