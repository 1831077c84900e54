/**
 * The reading end of the log, and the only one.
 *
 *                       wakes: own commits · signals of other nodes · a slow poll
 *                                     │
 *   events table ── pump (one read) ──▶ ring (recent events, decoded once) ──▶ readers pull by position
 *         └───────────────── older positions are read from the table ────────────────▲
 *
 * What this process commits right behind the ring's end enters it as it is; with anything in between, the table is read.
 * A signal says only "there may be something newer"; losing one costs a poll interval, never an event.
 * Readers keep their own position and pull: there is no queue per reader, so a slow one costs nothing but its
 * own place, and it can always be answered from the table as long as the log is kept.
 *
 * Invariant: a reader that asks with the last position it saw gets every later event once, in order; positions
 * have no gaps, so a missing one is noticed here and never passed on. An event that cannot be read is passed on as such.
 */

import { type Cluster, LOG_TOPIC } from '../cluster/cluster.ts'
import { StoreCorrupt, StoreRefused, StoreUnavailable } from '../db/errors.ts'
import { query } from '../db/query.ts'
import type { EventsTable } from '../db/schema.ts'
import type { EventDraft, Reader, Store } from '../db/store.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { LogEntry } from './event.ts'
import { logHead } from './log-head.ts'
import { entryOf, fromDraft } from './record.ts'

export interface TailOptions {
  /** Signals of other nodes; the log is looked at every {@link pollMs} alone when left out. */
  readonly cluster?: Pick<Cluster, 'subscribe'>
  /** Events that are kept in memory; up to a quarter more for a while. */
  readonly ringEvents?: number
  /** Milliseconds between looks when no signal arrives. */
  readonly pollMs?: number
}

const RING_EVENTS = 65_536

/** A signal may be lost: the log is looked at this often all the same (decisions 0056). */
const POLL_MS = 250
const BATCH = 500

/** Thrown when a position lies before what the log still holds. */
export class PositionTooOld extends Error {
  override readonly name = 'PositionTooOld'
  /** The first position that can still be read. */
  readonly oldest: bigint

  constructor(asked: bigint, oldest: bigint) {
    super(`position ${asked} is older than the log, which begins at ${oldest}`)
    this.oldest = oldest
  }
}

/** The moment at which a look at the log began. */
interface LookStart {
  /** Milliseconds of the monotonic clock. */
  readonly since: number
  /** Milliseconds since the Unix epoch: the monotonic clock stands still while the machine sleeps. */
  readonly at: number
  readonly version: number | undefined
}

export class Tail {
  readonly #store: Store
  readonly #clock: Clock
  readonly #ringEvents: number
  /** Events `#head - #ring.length + 1` to `#head`. */
  #ring: LogEntry[] = []
  #head = 0n
  #waiting: (() => void)[] = []
  readonly #heeded = new WeakSet<AbortSignal>()
  #looking: Promise<void> | undefined
  /** The highest position that a signal has named. */
  #signalled = 0n
  /** The start of the last look that brought everything. */
  #complete: LookStart
  /** Why nothing will ever be read again. */
  #end: Error | undefined
  readonly #stops: (() => void)[] = []

  private constructor(store: Store, clock: Clock, options: TailOptions) {
    this.#store = store
    this.#clock = clock
    this.#complete = this.#lookStart()
    this.#ringEvents = options.ringEvents ?? RING_EVENTS
  }

  /** A tail that stands at the end of the log and follows it until {@link close}. */
  static async open(store: Store, clock: Clock, options: TailOptions = {}): Promise<Tail> {
    const tail = new Tail(store, clock, options)
    tail.#head = (await logHead(store)).head
    const bell = (position?: bigint) => {
      if (position !== undefined && position > tail.#signalled) tail.#signalled = position
      // A look that fails is made again at the next bell.
      if (position === undefined || position > tail.#head) tail.catchUp().catch(() => undefined)
    }
    tail.#stops.push(
      store.onAppend((position, drafts) => {
        if (!tail.#enterOwn(position, drafts)) bell(position)
      }),
    )
    if (options.cluster !== undefined) tail.#stops.push(options.cluster.subscribe(LOG_TOPIC, bell))
    tail.#stops.push(clock.every(options.pollMs ?? POLL_MS, bell))
    // What came after the head was read and before the subscription.
    bell()
    return tail
  }

  /** The last position known to this process. */
  get head(): bigint {
    return this.#head
  }

  /** Events in memory now. */
  get ringLength(): number {
    return this.#ring.length
  }

  /**
   * Up to `max` events after `position`, in order; empty at the end of the log.
   * @throws {PositionTooOld} when the log no longer holds the event after `position`
   * @throws {StoreCorrupt} when an event is missing
   * @throws {StoreUnavailable} after {@link close}, or when the database cannot be reached
   */
  async readAfter(position: bigint, max: number): Promise<readonly LogEntry[]> {
    if (this.#end !== undefined) throw this.#end
    if (position >= this.#head) return []
    return this.heldAfter(position, max) ?? readTable(this.#store, position, max)
  }

  /** As {@link readAfter}, of what is in memory; undefined when nothing is there, or the tail has ended. */
  heldAfter(position: bigint, max: number): readonly LogEntry[] | undefined {
    if (this.#end !== undefined || position >= this.#head) return undefined
    const oldest = this.#head - BigInt(this.#ring.length) + 1n
    if (position + 1n < oldest) return undefined
    const from = Number(position + 1n - oldest)
    return this.#ring.slice(from, from + max)
  }

  /** Resolves when there is something after `position`, when `signal` is aborted, or when the tail has ended. */
  async waitAfter(position: bigint, signal: AbortSignal): Promise<void> {
    this.#heed(signal)
    while (position >= this.#head && !signal.aborted && this.#end === undefined) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Batches of events after `position`, for ever, until `signal` is aborted. @throws as {@link readAfter} */
  async *follow(position: bigint, signal: AbortSignal, max = BATCH): AsyncGenerator<readonly LogEntry[]> {
    let seen = position
    while (!signal.aborted) {
      const batch = await this.readAfter(seen, max)
      const last = batch.at(-1)
      if (last === undefined) await this.waitAfter(seen, signal)
      else {
        yield batch
        seen = last.position
      }
    }
  }

  /**
   * Milliseconds since the last look that brought everything began, by the clock that says more: every event that was
   * committed before that moment is in memory, or has been.
   */
  get ageMs(): number {
    const { since, at } = this.#complete
    return Math.max(this.#clock.monotonic() - since, Math.abs(this.#clock.now() - at))
  }

  /** Whether the engine knows, without a round trip, of commits of other processes since the last complete look. */
  get hasForeignCommits(): boolean {
    const { version } = this.#store
    return version !== undefined && version !== this.#complete.version
  }

  /** Waits for the look that is under way, or else for a new one. @throws as {@link readAfter} */
  look(): Promise<void> {
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /**
   * Returns when all events that were committed before the call are in memory; calls share a look.
   * @throws as {@link readAfter}
   */
  async catchUp(): Promise<void> {
    // The look that is under way may have begun too early, and its failure is no answer to this call.
    await this.#looking?.catch(() => undefined)
    await this.look()
  }

  /**
   * Returns when everything up to `position`, which was committed before the call, is in memory. A look that is under way
   * may bring it; another one is taken only when it did not.
   * @throws as {@link readAfter}
   */
  async reach(position: bigint): Promise<void> {
    if (position > this.#signalled) this.#signalled = position
    if (position > this.#head) await this.look()
    if (position > this.#head) await this.catchUp()
  }

  /** Stops following; whoever reads afterwards, or waits, is refused. */
  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    this.#finish(new StoreUnavailable('the log is closed'))
    await this.#looking?.catch(() => undefined) // Nobody reads any more.
  }

  async #lookNow(): Promise<void> {
    const start = this.#lookStart()
    try {
      if (await this.#isBehind()) await this.#readNew()
      // A signal may name a position that was never committed.
      this.#signalled = this.#head
      this.#complete = start
    } catch (error) {
      // Damage is final; a database that cannot be reached now is asked again.
      if (error instanceof StoreCorrupt || error instanceof StoreRefused) this.#finish(error)
      throw error
    }
  }

  #lookStart(): LookStart {
    const { version } = this.#store
    return { since: this.#clock.monotonic(), at: this.#clock.now(), version }
  }

  /** Most looks find nothing new: one row says so. */
  async #isBehind(): Promise<boolean> {
    if (this.#end !== undefined) throw this.#end
    return this.#signalled > this.#head || (await logHead(this.#store)).head > this.#head
  }

  async #readNew(): Promise<void> {
    for (;;) {
      if (this.#end !== undefined) throw this.#end
      const batch = await this.#readBatch()
      this.#enter(batch)
      if (batch.length < BATCH) return
    }
  }

  /** The next events for the ring, which begins anew where others have trimmed beyond it. */
  async #readBatch(): Promise<readonly LogEntry[]> {
    try {
      return await readTable(this.#store, this.#head, BATCH)
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      this.#ring = []
      this.#head = error.oldest - 1n
      this.#wake()
      return readTable(this.#store, this.#head, BATCH)
    }
  }

  /** Takes in what this process has just committed, if it comes next; whether it did. @param last of the drafts */
  #enterOwn(last: bigint, drafts: readonly EventDraft[]): boolean {
    // A look that is under way may bring the same.
    if (this.#looking !== undefined || this.#end !== undefined) return false
    const first = last - BigInt(drafts.length) + 1n
    if (first !== this.#head + 1n) return false
    this.#enter(drafts.map((draft, index) => fromDraft(first + BigInt(index), draft)))
    return true
  }

  #enter(batch: readonly LogEntry[]): void {
    for (const event of batch) this.#ring.push(event)
    this.#head = batch.at(-1)?.position ?? this.#head
    // Cut in large steps, so that the copy is paid once per quarter of the ring.
    if (this.#ring.length > this.#ringEvents * 1.25) this.#ring = this.#ring.slice(-this.#ringEvents)
    if (batch.length > 0) this.#wake()
  }

  /** Has an abort wake whoever waits. Once for each signal: a listener for each wait costs more than the wait. */
  #heed(signal: AbortSignal): void {
    if (this.#heeded.has(signal)) return
    this.#heeded.add(signal)
    signal.addEventListener('abort', () => this.#wake(), { once: true })
  }

  #finish(reason: Error): void {
    this.#end ??= reason
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

/** The event at a position; undefined when the log holds it no more, or not yet. @throws {StoreCorrupt} when it is missing */
export async function findEvent(reader: Reader, position: bigint): Promise<LogEntry | undefined> {
  try {
    return (await readTable(reader, position - 1n, 1))[0]
  } catch (error) {
    if (error instanceof PositionTooOld) return undefined
    throw error
  }
}

/** Events from the table, the first of them the one after `position`, without a gap. */
async function readTable(reader: Reader, position: bigint, max: number): Promise<LogEntry[]> {
  const rows = await reader.rows(eventsAfter, { position, max })
  if (rows[0]?.position !== position + 1n) {
    const { head, trimmed } = await logHead(reader)
    if (position < trimmed) throw new PositionTooOld(position, trimmed + 1n)
    // It may have been committed since the first look.
    if (rows.length > 0 || position < head) return readAgain(reader, position, max)
  }
  return decode(rows, position)
}

async function readAgain(reader: Reader, position: bigint, max: number): Promise<LogEntry[]> {
  const rows = await reader.rows(eventsAfter, { position, max })
  if (rows.length === 0) throw missing(position + 1n)
  return decode(rows, position)
}

function decode(rows: readonly EventsTable[], position: bigint): LogEntry[] {
  return rows.map((row, index) => {
    const due = position + BigInt(index) + 1n
    if (row.position !== due) throw missing(due)
    return entryOf(row)
  })
}

function missing(position: bigint): StoreCorrupt {
  return new StoreCorrupt(
    `event ${position} of the log is missing; run "aviary verify", then "aviary restore" a backup`,
  )
}

const eventsAfter = query<{ position: bigint; max: number }>()((k, p) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('position', '>', p('position'))
    .orderBy('position')
    .limit(p('max')),
)
