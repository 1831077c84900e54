/**
 * Durable readers of the log: named, with their position in the database, at least once and in order.
 *
 *   read a batch ─▶ deliver (outside effects) ─▶ one transaction: position from → to, apply (writes)
 *
 * Invariants: what `apply` writes and the position move together, both or neither; the move is a comparison
 * and a swap, so that of two processes that run the same consumer one applies a batch and the other goes on
 * behind it. What `deliver` does may happen again after a crash, or in both processes. An event whose own data fails is left
 * out: a batch that fails is halved until that event is alone, and the transaction that moves the position behind it
 * remembers it (failures.ts).
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
import { holdLog } from './log-head.ts'
import { findEvent, type Tail } from './tail.ts'

export interface Consumer {
  /** Under which its position is kept: changing it begins anew. */
  readonly name: string
  /** Where it begins when it has never run: with the first event that is kept, or after the newest. */
  readonly begin: 'oldest' | 'newest'
  /** Effects outside the database. It should leave early, by throwing, when `signal` is aborted. */
  readonly deliver?: (events: readonly LoggedEvent[], signal: AbortSignal) => Promise<void>
  /** Writes that follow from the events. It may await nothing but the transaction. */
  readonly apply?: (tx: Tx, events: readonly LoggedEvent[]) => Promise<void>
  /** Called after what `apply` wrote is committed, by this process or another: a doorbell, which a crash may leave out. */
  readonly applied?: () => void
  /** Called after an event was left out, for what it would have said is not known. */
  readonly leftOut?: () => void
  /** Most events at once, asked before each batch; 500 when left out. */
  readonly batch?: number
  /**
   * Whether there is anything to do for a batch; always when left out. For one without, nothing is written: its place is
   * noted with the next one that has, or after a thousand events, so that the log does not cost a commit for each of its own.
   */
  readonly concerns?: (reader: Reader, events: readonly LoggedEvent[]) => Promise<boolean>
  /** Whether `apply` appends no events, so that nobody who does need wait for it; false when left out. */
  readonly isAside?: boolean
  /** Milliseconds to wait for more events before a batch that is not full; none when left out. */
  readonly gatherMs?: number
}

export interface ConsumerServices {
  readonly store: Store
  readonly tail: Tail
  readonly clock: Clock
  readonly logger: Pick<Logger, 'error'>
  /** Where events are remembered that are left out; counted by nobody when left out. */
  readonly failures?: Failures | undefined
}

const BATCH = 500

/** Events without anything to do after which the place is noted all the same. */
const NOTED_AFTER = 1_000n

/** Milliseconds without an event after which it is noted, too. */
const NOTED_IDLE_MS = 250

/** How far a consumer has come: what it has read, and what of that is noted in the database. */
interface Place {
  readonly read: bigint
  readonly noted: bigint
}

/** Waits after failures in a row, in milliseconds: doubling from the first to the longest. */
const RETRY_FIRST_MS = 250
const RETRY_LONGEST_MS = 60_000

/**
 * Runs a consumer until `signal` is aborted. When the database fails, or anything else that is not an event's own data, a
 * batch is tried again, later and later, and nothing overtakes it; each failure is logged. An event whose own data fails is
 * left out and remembered. Never rejects.
 */
export async function consume(
  services: ConsumerServices,
  consumer: Consumer,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = services
  let place: Place | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      place ??= await placeOf(services.store, consumer)
      place = await consumeBatch(services, consumer, place, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      // Whether the position moved is in the database.
      place = undefined
      const retryMs = Math.min(RETRY_LONGEST_MS, RETRY_FIRST_MS * 2 ** failures)
      failures += 1
      logger.error({ err: error, consumer: consumer.name, retryMs }, 'a reader of the log failed')
      await sleep(clock, retryMs, signal)
    }
  }
}

/** Forgets a consumer's position, which also holds the trimming of the log; whether there was one. */
export async function forgetConsumer(store: Store, name: string): Promise<boolean> {
  // No event: the place of a reader is not in what it reads.
  return store.write(async (tx) => (await tx.run(deletePosition, { name })) > 0)
}

async function placeOf(store: Store, consumer: Consumer): Promise<Place> {
  const noted = await takePlace(store, consumer)
  return { read: noted, noted }
}

/** The next place; undefined when another process was faster. */
async function consumeBatch(
  services: ConsumerServices,
  consumer: Consumer,
  place: Place,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const events = await readBatch(services, consumer, place.read, signal)
  if (events.length === 0) return waitAt(services, consumer, place, signal)
  return consumeEvents(services, consumer, place, events, signal)
}

/** As {@link consumeBatch}, of these events, one at least; those that fail alone are left out. */
async function consumeEvents(
  services: ConsumerServices,
  consumer: Consumer,
  place: Place,
  events: readonly LogEntry[],
  signal: AbortSignal,
): Promise<Place | undefined> {
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
  place: Place,
  events: readonly LoggedEvent[],
  signal: AbortSignal,
): Promise<Place | undefined> {
  const last = must(events.at(-1), 'an event')
  const isConcerned = (await consumer.concerns?.(store, events)) ?? true
  if (!isConcerned && last.position - place.noted < NOTED_AFTER) return { ...place, read: last.position }
  if (isConcerned) await consumer.deliver?.(events, signal)
  const move = async (tx: Tx) => {
    const swapped = await tx.run(swapPosition, { name: consumer.name, from: place.noted, to: last.position })
    if (swapped === 0) return false
    if (isConcerned) await consumer.apply?.(tx, events)
    return true
  }
  // No event: `apply` appends those of what it writes.
  const moved = await (consumer.isAside === true ? store.writeAside(move) : store.write(move))
  if (!moved) return undefined
  consumer.applied?.()
  return { read: last.position, noted: last.position }
}

/** Goes on behind an event, and remembers it, in one transaction: neither is lost, and no other process does it too. */
async function leaveOut(
  services: ConsumerServices,
  { name, isAside, leftOut }: Consumer,
  place: Place,
  event: LogEntry | undefined,
  error: unknown,
): Promise<Place | undefined> {
  const { store } = services
  const failures = failuresOf(services)
  const { position } = must(event, 'the event that failed')
  const failure = { reader: name, item: eventItem(position), error }
  let isNew = false
  const move = async (tx: Tx) => {
    if ((await tx.run(swapPosition, { name, from: place.noted, to: position })) === 0) return false
    isNew = await failures.remember(tx, failure)
    return true
  }
  // No event: as in forgetConsumer.
  const moved = await (isAside === true ? store.writeAside(move) : store.write(move))
  leftOut?.()
  if (!moved) return undefined
  failures.told(failure, isNew)
  return { read: position, noted: position }
}

function failuresOf(services: ConsumerServices): Failures {
  return services.failures ?? new Failures(services)
}

/** @throws {ItemCorrupt} for an event that cannot be read */
export function requireReadable(event: LogEntry): LoggedEvent {
  if (event.kind === 'unreadable') throw new ItemCorrupt(event.reason)
  return event
}

/** The event that a remembered item is of. @throws {Error} when the log holds it no more, or it still cannot be read */
export async function requireEvent(reader: Reader, item: string): Promise<LoggedEvent> {
  const event = await findEvent(reader, idIn(item, 'event') ?? 0n)
  if (event === undefined)
    throw new Error('the log holds the event no more; "aviary failed forget" forgets it here')
  return requireReadable(event)
}

/** How a consumer works on an event again that it has left out. @param make one that is not running */
export function retryEvent({ store }: Pick<ConsumerServices, 'store'>, make: () => Consumer): Retry {
  return async ({ item }, signal) => {
    const events = [await requireEvent(store, item)]
    const consumer = make()
    await consumer.deliver?.(events, signal)
    return { apply: (tx) => consumer.apply?.(tx, events) ?? Promise.resolve(), applied: consumer.applied }
  }
}

/** Waits for more, and notes a place that is not noted yet when none comes for a while: it holds the trimming of the log. */
async function waitAt(
  { store, tail, clock }: ConsumerServices,
  { name, isAside }: Consumer,
  place: Place,
  signal: AbortSignal,
): Promise<Place | undefined> {
  const { read, noted } = place
  if (read === noted) {
    await tail.waitAfter(read, signal)
    return place
  }
  let cancel: () => void = () => undefined
  const idle = new Promise<boolean>((resolve) => {
    cancel = clock.after(NOTED_IDLE_MS, () => resolve(true))
  })
  // Whoever still waits in the tail then is gone with the next event.
  const isIdle = await Promise.race([idle, tail.waitAfter(read, signal).then(() => false)])
  cancel()
  if (!isIdle || signal.aborted) return place
  const swap = (tx: Tx) => tx.run(swapPosition, { name, from: noted, to: read })
  // No event: as in forgetConsumer.
  const swapped = await (isAside === true ? store.writeAside(swap) : store.write(swap))
  return swapped === 0 ? undefined : { read, noted: read }
}

/** The events after a position; a batch that is not full is waited for a little. */
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

/** The consumer's position, noted now if it has none: from here on nothing is missed. */
export function takePlace(store: Store, { name, begin }: Pick<Consumer, 'name' | 'begin'>): Promise<bigint> {
  // No event: as in forgetConsumer.
  return store.write(async (tx) => {
    const known = await tx.first(positionOf, { name })
    if (known !== undefined) return known.position
    const { head, trimmed } = await holdLog(tx)
    await tx.run(insertPosition, { name, position: begin === 'oldest' ? trimmed : head })
    return must(await tx.first(positionOf, { name }), 'the position of a consumer').position
  })
}

/** How far a consumer has come, by what it has noted; undefined when it has never run. */
export async function findPlace(reader: Reader, name: string): Promise<bigint | undefined> {
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
