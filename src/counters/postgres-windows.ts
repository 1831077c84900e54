import type { Reader } from '../db/store.ts'
import {
  type Decision,
  decide,
  decidePeek,
  isLive,
  type RateWindow,
  type StartedWindow,
  type WindowQuery,
  type WindowStore,
  windowStart,
} from '../http/rate-limit/window.ts'
import type { Clock } from '../lib/time/clock.ts'
import {
  type ChargedWindow,
  chargeWindows,
  deleteEndedWindows,
  readWindows,
  refundWindows,
} from './charge-windows.ts'
import { WindowSlices } from './window-slices.ts'

/** Windows that one statement charges, and statements at a time. */
const MAX_CHARGES = 1_000
const MAX_STATEMENTS = 2

/** Rows that one statement deletes or refunds: a charge would wait for all of them. */
const MAX_SWEPT = 1_000

/** A slice that no request uses is refunded between one and two of these later. */
const REFUND_EVERY_MS = 5_000

/** A request that waits to be charged. */
interface Waiting {
  /** From 1 to the limit. */
  readonly cost: number
  resolve(decision: Decision): void
  reject(error: unknown): void
}

/** Requests that wait under one key with one window; there from the first one until none is left. */
interface Line {
  readonly key: string
  readonly window: RateWindow
  waiting: Waiting[]
  /** Units that the window seems to have left. */
  room: number
  /** Units to charge for later requests. */
  spare: number
  isAsked: boolean
}

/**
 * Rate windows shared by many processes, in a PostgreSQL table.
 *
 *   requests of a turn ─▶ a line for each window ─▶ one statement charges all lines ─▶ granted or refused in their order
 *
 * A line whose charge is refused as a whole is charged again for as many requests as fit. Time is that of the asking process; the
 * clocks of the processes should agree to about a second. Errors are those of the database.
 */
export class PostgresWindowStore implements WindowStore {
  readonly #database: Pick<Reader, 'rows'>
  readonly #clock: Clock
  readonly #lines = new Map<string, Line>()
  readonly #slices = new WindowSlices()
  readonly #stop: () => void
  #statements = 0
  #isBeginning = false

  constructor(database: Pick<Reader, 'rows'>, clock: Clock) {
    this.#database = database
    this.#clock = clock
    this.#stop = clock.every(REFUND_EVERY_MS, () => {
      // Units that could not be refunded are lost for the rest of the window.
      this.refundIdle().catch(() => undefined)
    })
  }

  take(key: string, window: RateWindow, cost = 1): Decision | Promise<Decision> {
    if (cost > window.limit) return this.#refuseWhole(key, window)
    return this.#slices.take(key, window, cost, this.#clock.now()) ?? this.#enqueue(key, window, cost)
  }

  async peek(key: string, window: RateWindow): Promise<Decision> {
    return decidePeek(window, await this.#find(key), this.#clock.now())
  }

  async peekAll(queries: readonly WindowQuery[]): Promise<Decision[]> {
    const rows = await readWindows(
      this.#database,
      queries.map(({ key }) => key),
    )
    const now = this.#clock.now()
    return queries.map(({ key, window }) => decidePeek(window, this.#granted(key, rows.get(key)), now))
  }

  /** Deletes the windows that have ended; to be called now and then by any one process. @returns how many */
  async sweep(): Promise<number> {
    const now = windowStart(this.#clock.now())
    let ended = 0
    for (;;) {
      const batch = await deleteEndedWindows(this.#database, now, MAX_SWEPT)
      ended += batch
      if (batch < MAX_SWEPT) return ended
    }
  }

  /** Makes sure that windows can be charged: their sessions are not those of other writes. @throws what the database says */
  async ready(): Promise<void> {
    await refundWindows(this.#database, [])
  }

  /** Refunds the slices that no request has used since the last call. */
  async refundIdle(): Promise<void> {
    await this.#refund(false)
  }

  /** Refunds all slices. The database belongs to the caller. */
  async close(): Promise<void> {
    this.#stop()
    await this.#refund(true)
  }

  async #refund(all: boolean): Promise<void> {
    const unspent = this.#slices.takeIdle(this.#clock.now(), all)
    for (let from = 0; from < unspent.length; from += MAX_SWEPT) {
      await refundWindows(this.#database, unspent.slice(from, from + MAX_SWEPT))
    }
  }

  async #refuseWhole(key: string, window: RateWindow): Promise<Decision> {
    return { ...(await this.peek(key, window)), allowed: false }
  }

  #enqueue(key: string, window: RateWindow, cost: number): Promise<Decision> {
    // A new configuration may bring another window under the same key.
    const name = `${window.limit} ${window.seconds} ${key}`
    return new Promise((resolve, reject) => {
      const waiting = { cost, resolve, reject }
      const line = this.#lines.get(name)
      if (line !== undefined) {
        line.waiting.push(waiting)
        return
      }
      const spare = this.#slices.sizeFor(key, window, this.#clock.now())
      this.#lines.set(name, { key, window, waiting: [waiting], room: window.limit, spare, isAsked: false })
      this.#begin()
    })
  }

  /** Requests that waited for the same thing before, such as a look at the log, are all here by the end of the microtasks. */
  #begin(): void {
    if (this.#isBeginning || this.#statements >= MAX_STATEMENTS) return
    this.#isBeginning = true
    process.nextTick(() => {
      this.#isBeginning = false
      void this.#chargeAll()
    })
  }

  async #chargeAll(): Promise<void> {
    this.#statements += 1
    for (let lines = this.#next(); lines.size > 0; lines = this.#next()) {
      for (const line of lines.values()) line.isAsked = true
      await this.#charge(lines)
      for (const line of lines.values()) line.isAsked = false
    }
    this.#statements -= 1
  }

  /** Lines for the next statement, by their keys. Those without requests end. */
  #next(): ReadonlyMap<string, Line> {
    const next = new Map<string, Line>()
    for (const [name, line] of this.#lines) {
      if (next.size >= MAX_CHARGES) break
      if (line.isAsked || next.has(line.key)) continue
      if (line.waiting.length === 0) this.#lines.delete(name)
      else next.set(line.key, line)
    }
    return next
  }

  async #charge(lines: ReadonlyMap<string, Line>): Promise<void> {
    const now = windowStart(this.#clock.now())
    const asked = [...lines.values()].map((line) => {
      const together = fitting(line.waiting, line.room)
      return { line, together, cost: costOf(together) + line.spare }
    })
    try {
      const charged = await chargeWindows(
        this.#database,
        asked.map(({ line: { key, window }, cost }) => {
          return { key, seconds: window.seconds, limit: window.limit, cost: Math.min(cost, window.limit) }
        }),
        now,
      )
      for (const { line, together, cost } of asked) {
        const spare = Math.min(cost, line.window.limit) - costOf(together)
        await this.#settle(line, together, { row: charged.get(line.key), spare, now })
      }
    } catch (error) {
      for (const { line } of asked) {
        for (const { reject } of line.waiting) reject(error)
        line.waiting = []
      }
    }
  }

  /** Grants, refuses, or leaves requests in their line for the next statement. */
  async #settle(line: Line, together: readonly Waiting[], { row, spare, now }: Settled): Promise<void> {
    const { key, window } = line
    if (row?.isAllowed === true) {
      line.room = window.limit - row.used
      this.#slices.put(key, window, row, spare)
      grant(together, window, { ...row, used: row.used - this.#slices.leftOf(key, row) }, now)
      line.waiting = line.waiting
        .slice(together.length)
        .filter((waiting) => !this.#grantFromSlice(line, waiting))
      line.spare = this.#slices.sizeFor(key, window, now)
      return
    }
    const cost = costOf(together)
    const live = row !== undefined && isLive(row, now) ? row : undefined
    // The refusal may be out of date, and then shows too much.
    const most = spare > 0 ? window.limit : cost - 1
    line.room = live === undefined ? 0 : Math.min(most, window.limit - live.used)
    if (spare === 0 && together.length === 1) {
      const decision = await this.#refusal(key, window, cost, live, now)
      line.waiting = refuse(line.waiting, cost, decision)
    }
    line.spare = 0
  }

  /** Whether the slice had room for a request that came while it was charged. */
  #grantFromSlice({ key, window }: Line, { cost, resolve }: Waiting): boolean {
    const decision = this.#slices.take(key, window, cost, this.#clock.now())
    if (decision !== undefined) resolve(decision)
    return decision !== undefined
  }

  /**
   * Where others started or used up the window since the statement began, its row is out of date: then it is read again, and
   * no more is said to remain than the refusal allows.
   */
  async #refusal(
    key: string,
    window: RateWindow,
    cost: number,
    before: StartedWindow | undefined,
    now: number,
  ): Promise<Decision> {
    const current = before === undefined ? await this.#find(key) : this.#granted(key, before)
    const decision = decide(false, window, current, now)
    return { ...decision, remaining: Math.min(decision.remaining, cost - 1) }
  }

  async #find(key: string): Promise<StartedWindow | undefined> {
    return this.#granted(key, (await readWindows(this.#database, [key])).get(key))
  }

  /** A row without the units that this process has charged and not granted yet. */
  #granted(key: string, row: StartedWindow | undefined): StartedWindow | undefined {
    return row && { ...row, used: row.used - this.#slices.leftOf(key, row) }
  }
}

/** Result of a charge of a line. */
interface Settled {
  readonly row: ChargedWindow | undefined
  /** Units that were charged for later requests. */
  readonly spare: number
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The first of them, and those behind it as long as all together cost no more than `room`. */
function fitting(waiting: readonly Waiting[], room: number): readonly Waiting[] {
  let cost = 0
  const end = waiting.findIndex((each, index) => {
    cost += each.cost
    return index > 0 && cost > room
  })
  return end < 0 ? waiting : waiting.slice(0, end)
}

function costOf(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { cost }) => sum + cost, 0)
}

/** @param started the window after all of them */
function grant(waiting: readonly Waiting[], window: RateWindow, started: StartedWindow, now: number): void {
  let used = started.used - costOf(waiting)
  for (const { cost, resolve } of waiting) {
    used += cost
    resolve(decide(true, window, { ...started, used }, now))
  }
}

/** A request right behind one that was refused, which costs no less, is refused with it. @returns the others */
function refuse(waiting: readonly Waiting[], refusedCost: number, decision: Decision): Waiting[] {
  const end = waiting.findIndex(({ cost }) => cost < refusedCost)
  const refused = end < 0 ? waiting : waiting.slice(0, end)
  for (const { resolve } of refused) resolve(decision)
  return waiting.slice(refused.length)
}
