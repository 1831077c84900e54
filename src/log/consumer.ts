/**
 * Durable consumers of the log: named, with their position in the database, at least once and in order.
 *
 *   read a batch ─▶ deliver (outside effects) ─▶ one transaction: position from → to, apply (writes)
 *
 * Invariants: the position moves in the same transaction as the writes of `apply`. The move is a compare-and-swap,
 * so of two processes with the same consumer one applies a batch and the other continues after it. `deliver` may run
 * again after a crash, or in both processes. An event whose own data fails is skipped: a failed batch is halved until
 * that event is alone, and the transaction that moves the position past it records it (failures.ts).
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
  /** The key of its position; a new name starts again. */
  readonly name: string
  /** Start without a position: at the oldest event in the log, or after the newest. */
  readonly begin: 'oldest' | 'newest'
  /** Effects outside the database. Should throw early when `signal` is aborted. */
  readonly deliver?: (events: readonly LoggedEvent[], signal: AbortSignal) => Promise<void>
  /** Writes that follow from the events. May await only the transaction. */
  readonly apply?: (tx: Tx, events: readonly LoggedEvent[]) => Promise<void>
  /** Called after the commit of `apply`, in this process or another; a crash may skip the call. */
  readonly applied?: () => void
  /** Called after an event was skipped, because its effect is unknown. */
  readonly leftOut?: () => void
  /** Maximum batch size, read before each batch; 500 when left out. */
  readonly batch?: number
  /**
   * True if the batch needs work; always true when left out. For other batches nothing is written: the position is
   * saved with the next batch that needs work, or after a thousand events, so that the log does not cost a commit for
   * each of its own events.
   */
  readonly hasWork?: (reader: Reader, events: readonly LoggedEvent[]) => Promise<boolean>
  /** True if `apply` appends no events, so that other writers need not wait for it; false when left out. */
  readonly isAside?: boolean
  /** Milliseconds to wait for a full batch; none when left out. */
  readonly gatherMs?: number
}

export interface ConsumerServices {
  readonly store: Store
  readonly tail: Tail
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** Records skipped events; they are not counted when left out. */
  readonly failures?: Failures | undefined
  /** Called with the position up to which events are consumed. */
  readonly onPosition?: ((position: bigint) => void) | undefined
}

const BATCH = 500

/** Unneeded events after which the position is saved. */
const MAX_UNSAVED_EVENTS = 1_000n

/** Milliseconds without an event after which it is saved, too. */
const SAVE_IDLE_MS = 250

/** Progress of a consumer: the events it has read, and the position in the database. */
interface ConsumerPosition {
  readonly read: bigint
  readonly saved: bigint
}

/** Delays after consecutive failures: doubled from the minimum to the maximum. */
const MIN_RETRY_MS = 250
const MAX_RETRY_MS = 60_000

/**
 * Runs a consumer until `signal` is aborted. When the database fails, or anything else except an event's own data,
 * the batch is repeated with growing delays, nothing overtakes it, and each failure is logged. An event whose own
 * data fails is skipped and recorded. Never rejects.
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
      // The database knows whether the position moved.
      place = undefined
      const retryMs = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** failures)
      failures += 1
      logger.error({ err: error, consumer: consumer.name, retryMs }, 'a reader of the log failed')
      await sleep(clock, retryMs, signal)
    }
  }
}

/** Deletes the position of a consumer, which blocks log trimming. @returns whether there was one */
export async function forgetConsumer(store: Store, name: string): Promise<boolean> {
  // No event: positions of consumers are not part of the log.
  return store.write(async (tx) => (await tx.run(deletePosition, { name })) > 0)
}

async function openPosition(store: Store, consumer: Consumer): Promise<ConsumerPosition> {
  const saved = await ensurePosition(store, consumer)
  return { read: saved, saved }
}

/** @returns the next position; undefined when another process was faster */
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

/** @param events one or more; those that fail alone are skipped */
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
 * Moves past an event and records it in one transaction, so that neither is lost and no other process does it again.
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
  // No event: as in forgetConsumer.
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

/** The event of a recorded item. @throws {Error} when the event was trimmed, or still cannot be read */
export async function requireEvent(reader: Reader, item: string): Promise<LoggedEvent> {
  const event = await findEvent(reader, idIn(item, 'event') ?? 0n)
  if (event === undefined)
    throw new Error('the event was trimmed from the log; "aviary failed forget" removes the item')
  return requireReadable(event)
}

/** Retries an event that a consumer has skipped. @param make creates a consumer that is not running */
export function retryEvent({ store }: Pick<ConsumerServices, 'store'>, make: () => Consumer): Retry {
  return async ({ item }, signal) => {
    const events = [await requireEvent(store, item)]
    const consumer = make()
    await consumer.deliver?.(events, signal)
    return { apply: (tx) => consumer.apply?.(tx, events) ?? Promise.resolve(), applied: consumer.applied }
  }
}

/**
 * Waits for events. After 250 ms without one it saves the position, because an unsaved position blocks log trimming.
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
  // The losing wait in the tail ends with the next event.
  const isIdle = await Promise.race([idle, tail.waitAfter(read, signal).then(() => false)])
  cancel()
  if (!isIdle || signal.aborted) return place
  const swap = (tx: Tx) => tx.run(swapPosition, { name, from: saved, to: read })
  // No event: as in forgetConsumer.
  const swapped = await (isAside === true ? store.writeAside(swap) : store.write(swap))
  return swapped === 0 ? undefined : { read, saved: read }
}

/** Waits a little for a full batch. */
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

/** The position of a consumer; stored now if it has none, so that no later event is missed. */
export function ensurePosition(
  store: Store,
  { name, begin }: Pick<Consumer, 'name' | 'begin'>,
): Promise<bigint> {
  // No event: as in forgetConsumer.
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
