/**
 * Runs durable consumers of the log. A consumer has a name and a position in the database. The consumer receives every
 * event in order, at least once.
 *
 *   read a batch ─▶ deliver (outside effects) ─▶ one transaction: position from → to, apply (writes)
 *
 * Invariants: the position moves in the same transaction as the writes of `apply`. The move is a compare-and-swap. If
 * two processes run the same consumer, only one of them applies a batch, and the other process continues after the
 * batch. `deliver` may run twice for a batch: after a crash, or because it runs in both processes. An event whose data
 * causes an error is skipped. A failed batch is halved until that event is isolated. The transaction that moves the
 * position past the event also records the event (failures.ts).
 */
import { ItemCorrupt, isItemFailure } from '../db/errors.ts'
import { query } from '../db/query.ts'
import type { Reader, Store, Tx } from '../db/store.ts'
import { must } from '../lib/assert.ts'
import type { Logger } from '../lib/log.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'
import type { LogEntry, LoggedEvent } from './event.ts'
import { eventItem, idIn } from './failed-items.ts'
import { Failures, type Retry } from './failures.ts'
import { lockLog } from './log-head.ts'
import { findEvent } from './read-table.ts'
import type { Tail } from './tail.ts'

export interface Consumer {
  /** The key of the stored position. A consumer with a new name starts as `begin` says. */
  readonly name: string
  /** The start of a consumer without a stored position: at the oldest event in the log, or after the newest event. */
  readonly begin: 'oldest' | 'newest'
  /** Effects outside the database. The function should throw soon after `signal` is aborted. */
  readonly deliver?: (events: readonly LoggedEvent[], signal: AbortSignal) => Promise<void>
  /** Writes that follow from the events. The function may await only calls of the transaction. */
  readonly apply?: (tx: Tx, events: readonly LoggedEvent[]) => Promise<void>
  /** Called after this or another process has applied a batch. After a crash, the call may be missing. */
  readonly applied?: () => void
  /** Called after an event was skipped. The effect of a skipped event is unknown. */
  readonly leftOut?: () => void
  /** Maximum batch size. The property is read before each batch. Default: 500. */
  readonly batch?: number
  /**
   * True if the batch needs work; default: always true. A batch without work writes nothing. Its position is saved with
   * the next batch that needs work, after a thousand events, or after 250 ms without an event. So an event without work
   * needs no commit.
   */
  readonly hasWork?: (reader: Reader, events: readonly LoggedEvent[]) => Promise<boolean>
  /** True if `apply` appends no events. Other writers then do not wait for its transaction. Default: false. */
  readonly isAside?: boolean
  /** Milliseconds to wait for a full batch; default: no wait. */
  readonly gatherMs?: number
}

export interface ConsumerServices {
  readonly store: Store
  readonly tail: Tail
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** Records and counts skipped events. When undefined, skipped events are recorded but not counted. */
  readonly failures?: Failures | undefined
  /** Called with the position up to which events have been consumed. */
  readonly onPosition?: ((position: bigint) => void) | undefined
}

const BATCH = 500

/** Number of events without work after which the position is saved. */
const MAX_UNSAVED_EVENTS = 1_000n

/** Milliseconds without an event after which the position is saved. */
const SAVE_IDLE_MS = 250

/** Progress of a consumer: the position up to which the consumer has read events, and the position in the database. */
interface ConsumerPosition {
  readonly read: bigint
  readonly saved: bigint
}

/** Delays after consecutive failures. Each delay is twice the previous delay, from the minimum up to the maximum. */
const MIN_RETRY_MS = 250
const MAX_RETRY_MS = 60_000

/**
 * Runs a consumer until `signal` is aborted. An event whose data causes an error is skipped and recorded. Any other
 * error, for example of the database, is logged. The batch is then repeated, with growing delays, until it succeeds.
 * Never rejects.
 */
export async function consume(
  services: ConsumerServices,
  consumer: Consumer,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = services
  let place: ConsumerPosition | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      if (place === undefined) {
        place = await openPosition(services.store, consumer)
        services.onPosition?.(place.read)
      }
      place = await consumeBatch(services, consumer, place, signal)
      failures = 0
      if (place !== undefined) services.onPosition?.(place.read)
    } catch (error) {
      if (signal.aborted) return
      // The transaction may have been committed in spite of the error, so the position is read again from the database.
      place = undefined
      const retryMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** failures)
      failures += 1
      logger.error({ err: error, consumer: consumer.name, retryMs }, 'a reader of the log failed')
      await sleep(clock, retryMs, signal)
    }
  }
}

/**
 * Deletes the position of a consumer. A position prevents the deletion (trimming) of later events from the log.
 * @returns true if there was a position
 */
export async function forgetConsumer(store: Store, name: string): Promise<boolean> {
  // No event: positions of consumers are not part of the log.
  return store.write(async (tx) => (await tx.run(deletePosition, { name })) > 0)
}

async function openPosition(store: Store, consumer: Consumer): Promise<ConsumerPosition> {
  const saved = await ensurePosition(store, consumer)
  return { read: saved, saved }
}

/** @returns the new position; undefined when another process has already applied the batch */
async function consumeBatch(
  services: ConsumerServices,
  consumer: Consumer,
  place: ConsumerPosition,
  signal: AbortSignal,
): Promise<ConsumerPosition | undefined> {
  const events = await readBatch(services, consumer, place.read, signal)
  if (events.length === 0) return waitForEvents(services, consumer, place, signal)
  return consumeEvents(services, consumer, place, events, signal)
}

/** @param events one or more events; an event that fails alone is skipped */
async function consumeEvents(
  services: ConsumerServices,
  consumer: Consumer,
  place: ConsumerPosition,
  events: readonly LogEntry[],
  signal: AbortSignal,
): Promise<ConsumerPosition | undefined> {
  try {
    return await consumeTogether(services, consumer, place, events.map(requireReadable), signal)
  } catch (error) {
    if (signal.aborted || !isItemFailure(error)) throw error
    const [event] = events
    if (event === undefined || events.length === 1) return leaveOut(services, consumer, place, event, error)
    const half = events.length >> 1
    const next = await consumeEvents(services, consumer, place, events.slice(0, half), signal)
    return next && consumeEvents(services, consumer, next, events.slice(half), signal)
  }
}

async function consumeTogether(
  { store }: ConsumerServices,
  consumer: Consumer,
  place: ConsumerPosition,
  events: readonly LoggedEvent[],
  signal: AbortSignal,
): Promise<ConsumerPosition | undefined> {
  const last = must(events.at(-1), 'an event')
  const isConcerned = (await consumer.hasWork?.(store, events)) ?? true
  if (!isConcerned && last.position - place.saved < MAX_UNSAVED_EVENTS)
    return { ...place, read: last.position }
  if (isConcerned) await consumer.deliver?.(events, signal)
  const move = async (tx: Tx) => {
    const swapped = await tx.run(swapPosition, { name: consumer.name, from: place.saved, to: last.position })
    if (swapped === 0) return false
    if (isConcerned) await consumer.apply?.(tx, events)
    return true
  }
  // No event: `apply` appends the events of its own writes.
  const moved = await (consumer.isAside === true ? store.writeAside(move) : store.write(move))
  if (!moved) return undefined
  consumer.applied?.()
  return { read: last.position, saved: last.position }
}

/**
 * Moves the position past a skipped event and records the event. Both happen in one transaction, so that an event is
 * recorded exactly once.
 */
async function leaveOut(
  services: ConsumerServices,
  { name, isAside, leftOut }: Consumer,
  place: ConsumerPosition,
  event: LogEntry | undefined,
  error: unknown,
): Promise<ConsumerPosition | undefined> {
  const { store } = services
  const failures = failuresOf(services)
  const { position } = must(event, 'the event that failed')
  const failure = { reader: name, item: eventItem(position), error }
  let isNew = false
  const move = async (tx: Tx) => {
    if ((await tx.run(swapPosition, { name, from: place.saved, to: position })) === 0) return false
    isNew = await failures.record(tx, failure)
    return true
  }
  // No event: positions of consumers are not part of the log.
  const moved = await (isAside === true ? store.writeAside(move) : store.write(move))
  leftOut?.()
  if (!moved) return undefined
  failures.logRecorded(failure, isNew)
  return { read: position, saved: position }
}

function failuresOf(services: ConsumerServices): Failures {
  return services.failures ?? new Failures(services)
}

/** @throws {ItemCorrupt} for an event that cannot be read */
export function requireReadable(event: LogEntry): LoggedEvent {
  if (event.kind === 'unreadable') throw new ItemCorrupt(event.reason)
  return event
}

/** The event that a recorded item names. @throws {Error} when the event was trimmed, or still cannot be read */
export async function requireEvent(reader: Reader, item: string): Promise<LoggedEvent> {
  const event = await findEvent(reader, idIn(item, 'event') ?? 0n)
  if (event === undefined)
    throw new Error('the event was trimmed from the log; "aviary failed forget" removes the item')
  return requireReadable(event)
}

/**
 * Retries an event that a consumer has skipped.
 * @param make makes a new consumer with the functions of the original consumer
 */
export function retryEvent({ store }: Pick<ConsumerServices, 'store'>, make: () => Consumer): Retry {
  return async ({ item }, signal) => {
    const events = [await requireEvent(store, item)]
    const consumer = make()
    await consumer.deliver?.(events, signal)
    return { apply: (tx) => consumer.apply?.(tx, events) ?? Promise.resolve(), applied: consumer.applied }
  }
}

/**
 * Waits for events. After 250 ms without an event, the function saves the position, because the log is not trimmed
 * beyond the saved position.
 */
async function waitForEvents(
  { store, tail, clock }: ConsumerServices,
  { name, isAside }: Consumer,
  place: ConsumerPosition,
  signal: AbortSignal,
): Promise<ConsumerPosition | undefined> {
  const { read, saved } = place
  if (read === saved) {
    await tail.waitAfter(read, signal)
    return place
  }
  let cancel: () => void = () => undefined
  const idle = new Promise<boolean>((resolve) => {
    cancel = clock.after(SAVE_IDLE_MS, () => resolve(true))
  })
  // If the timer ends first, the wait in the tail stays pending until the next event.
  const isIdle = await Promise.race([idle, tail.waitAfter(read, signal).then(() => false)])
  cancel()
  if (!isIdle || signal.aborted) return place
  const swap = (tx: Tx) => tx.run(swapPosition, { name, from: saved, to: read })
  // No event: positions of consumers are not part of the log.
  const swapped = await (isAside === true ? store.writeAside(swap) : store.write(swap))
  return swapped === 0 ? undefined : { read, saved: read }
}

/** Reads the next batch, after a wait of up to `gatherMs` for a full batch. */
async function readBatch(
  { tail, clock }: ConsumerServices,
  { batch = BATCH, gatherMs = 0 }: Consumer,
  position: bigint,
  signal: AbortSignal,
): Promise<readonly LogEntry[]> {
  const events = await tail.readAfter(position, batch)
  if (gatherMs === 0 || events.length === 0 || events.length === batch) return events
  await sleep(clock, gatherMs, signal)
  return tail.readAfter(position, batch)
}

/**
 * The position of a consumer. If the consumer has no position, one is stored now, so that the log keeps all later
 * events.
 */
export function ensurePosition(
  store: Store,
  { name, begin }: Pick<Consumer, 'name' | 'begin'>,
): Promise<bigint> {
  // No event: positions of consumers are not part of the log.
  return store.write(async (tx) => {
    const stored = await tx.first(positionOf, { name })
    if (stored !== undefined) return stored.position
    const { head, trimmed } = await lockLog(tx)
    await tx.run(insertPosition, { name, position: begin === 'oldest' ? trimmed : head })
    return must(await tx.first(positionOf, { name }), 'the position of a consumer').position
  })
}

/** The stored position of a consumer; undefined when it has never run. */
export async function findPosition(reader: Reader, name: string): Promise<bigint | undefined> {
  return (await reader.first(positionOf, { name }))?.position
}

const positionOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('consumers').select('position').where('name', '=', p('name')),
)

const insertPosition = query<{ name: string; position: bigint }>()((k, p) =>
  k
    .insertInto('consumers')
    .values({ name: p('name'), position: p('position') })
    .onConflict((conflict) => conflict.column('name').doNothing()),
)

const swapPosition = query<{ name: string; from: bigint; to: bigint }>()((k, p) =>
  k
    .updateTable('consumers')
    .set({ position: p('to') })
    .where('name', '=', p('name'))
    .where('position', '=', p('from')),
)

const deletePosition = query<{ name: string }>()((k, p) =>
  k.deleteFrom('consumers').where('name', '=', p('name')),
)
