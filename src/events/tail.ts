/**
 * The reading end of the log, and the only one.
 *
 *                       doorbells: own commits · other processes · a slow poll
 *                                     │
 *   events table ── pump (one read) ──▶ ring (recent events, decoded once) ──▶ readers pull by position
 *         └───────────────── older positions are read from the table ────────────────▲
 *
 * A doorbell says only "there may be something newer"; losing one costs a poll interval, never an event.
 * Readers keep their own position and pull: there is no queue per reader, so a slow one costs nothing but its
 * own place, and it can always be answered from the table as long as the log is kept.
 *
 * Invariant: a reader that asks with the last position it saw gets every later event once, in order; positions
 * have no gaps, so a missing one is noticed here and never passed on.
 */

import { query } from '../db/query.ts'
import type { Reader, Store } from '../db/store.ts'
import { InvariantBroken, must } from '../lib/assert.ts'
import type { Clock } from '../lib/clock.ts'
import type { LoggedEvent } from './event.ts'
import { fromRow } from './record.ts'

export interface TailOptions {
  /** Most events in memory. */
  readonly ringEvents?: number
  /** Milliseconds between looks when no doorbell rings. */
  readonly pollMs?: number
}

const RING_EVENTS = 65_536
const POLL_MS = 500
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

export class Tail {
  readonly #store: Store
  readonly #ringEvents: number
  /** Events `#head - #ring.length + 1` to `#head`. */
  #ring: LoggedEvent[] = []
  #head = 0n
  #waiting = new Set<() => void>()
  #pumping: Promise<void> | undefined
  #again = false
  #failure: unknown
  readonly #stops: (() => void)[] = []

  private constructor(store: Store, options: TailOptions) {
    this.#store = store
    this.#ringEvents = options.ringEvents ?? RING_EVENTS
  }

  /** A tail that stands at the end of the log and follows it until {@link close}. */
  static async open(store: Store, clock: Clock, options: TailOptions = {}): Promise<Tail> {
    const tail = new Tail(store, options)
    tail.#head = (await logHead(store)).head
    store.onAppend(() => tail.#lookAgain())
    tail.#stops.push(store.onForeignAppend(() => tail.#lookAgain()))
    tail.#stops.push(clock.every(options.pollMs ?? POLL_MS, () => tail.#lookAgain()))
    return tail
  }

  /** The last position known to this process. */
  get head(): bigint {
    return this.#head
  }

  /**
   * Up to `max` events after `position`, in order; empty at the end of the log.
   * @throws {PositionTooOld} when the log no longer holds the event after `position`
   * @throws {StoreDamaged} when an event is not what was written
   */
  async readAfter(position: bigint, max: number): Promise<readonly LoggedEvent[]> {
    if (this.#failure !== undefined) throw this.#failure
    if (position >= this.#head) return []
    const oldest = this.#head - BigInt(this.#ring.length) + 1n
    if (position + 1n >= oldest) {
      const from = Number(position + 1n - oldest)
      return this.#ring.slice(from, from + max)
    }
    return readTable(this.#store, position, max)
  }

  /** Resolves when there is something after `position`, or when `signal` is aborted. */
  async waitAfter(position: bigint, signal: AbortSignal): Promise<void> {
    while (position >= this.#head && !signal.aborted && this.#failure === undefined) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        this.#waiting.add(wake)
        signal.addEventListener('abort', wake, { once: true })
      })
    }
  }

  /** Batches of events after `position`, for ever, until `signal` is aborted. */
  async *follow(position: bigint, signal: AbortSignal, max = BATCH): AsyncGenerator<readonly LoggedEvent[]> {
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

  /** Looks for new events now and returns when all that were committed before the call are in memory. */
  async catchUp(): Promise<void> {
    await this.#pumping
    this.#lookAgain()
    await this.#pumping
    if (this.#failure !== undefined) throw this.#failure
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop()
    await this.#pumping
  }

  #lookAgain(): void {
    this.#again = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined
    })
  }

  async #pump(): Promise<void> {
    while (this.#again && this.#failure === undefined) {
      this.#again = false
      try {
        for (;;) {
          const batch = await readTable(this.#store, this.#head, BATCH)
          this.#enter(batch)
          if (batch.length < BATCH) break
        }
      } catch (error) {
        // Damage is final; a database that cannot be reached now is asked again at the next bell.
        if (error instanceof Error && (error.name === 'StoreDamaged' || error.name === 'InvariantBroken')) {
          this.#failure = error
          this.#wake()
        }
      }
    }
  }

  #enter(batch: readonly LoggedEvent[]): void {
    for (const event of batch) {
      if (event.position !== this.#head + 1n) {
        throw new InvariantBroken(`the log goes from ${this.#head} to ${event.position}`)
      }
      this.#ring.push(event)
      this.#head = event.position
    }
    // Cut in large steps, so that the copy is paid once per quarter of the ring.
    if (this.#ring.length > this.#ringEvents * 1.25) this.#ring = this.#ring.slice(-this.#ringEvents)
    if (batch.length > 0) this.#wake()
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}

/** The last position given, and the last one trimmed away. */
export async function logHead(reader: Reader): Promise<{ head: bigint; trimmed: bigint }> {
  return must(await reader.first(headAndTrimmed, {}), 'the head of the log')
}

async function readTable(reader: Reader, position: bigint, max: number): Promise<LoggedEvent[]> {
  const rows = await reader.rows(eventsAfter, { position, max })
  const first = rows[0]
  if (first === undefined || first.position !== position + 1n) {
    const { head, trimmed } = await logHead(reader)
    if (position < trimmed) throw new PositionTooOld(position, trimmed + 1n)
    if (first !== undefined || position < head) await refuseGap(reader, position)
  }
  return rows.map(fromRow)
}

/** A hole at `position + 1` that is still there on a second look is damage, not a commit in between. */
async function refuseGap(reader: Reader, position: bigint): Promise<void> {
  const [next] = await reader.rows(eventsAfter, { position, max: 1 })
  if (next?.position === position + 1n) return
  throw new InvariantBroken(`the log holds no event ${position + 1n} although it was given out`)
}

const headAndTrimmed = query()((k) =>
  k.selectFrom('event_log').select(['head', 'trimmed']).where('one', '=', 1),
)

const eventsAfter = query<{ position: bigint; max: number }>()((k, p) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('position', '>', p('position'))
    .orderBy('position')
    .limit(p('max')),
)
