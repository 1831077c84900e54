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

/** Maximum number of windows that one statement charges. */
const MAX_CHARGES = 1_000
/** Maximum number of concurrent statements. */
const MAX_STATEMENTS = 2

/** Maximum rows that one statement deletes or refunds. A charge to one of these rows waits until the statement ends. */
const MAX_ROWS = 1_000

/**
 * Milliseconds between two refunds. The first refund after the last use of a slice marks the slice as unused,
 * and the next refund returns its units.
 */
const REFUND_EVERY_MS = 5_000

/** A request that waits to be charged. */
interface WaitingRequest {
  /** From 1 to the limit. */
  readonly cost: number
  resolve(decision: Decision): void
  reject(error: unknown): void
}

/**
 * Requests that wait for one key and window. The queue is created with the first request and deleted when it is empty.
 */
interface ChargeQueue {
  readonly key: string
  readonly window: RateWindow
  waiting: WaitingRequest[]
  /** Units that were left in the window after the last charge. */
  room: number
  /** Units to charge in advance, for later requests. */
  spare: number
  isCharging: boolean
}

/**
 * Rate windows shared by many processes, in a PostgreSQL table.
 *
 *   requests ─▶ a queue for each window ─▶ one statement charges all queues ─▶ granted or refused, in order
 *
 * If the charge of a queue is refused as a whole, the next statement charges only as many requests as fit into the
 * window. Times come from the clock of the calling process, and the clocks of the processes should differ by at most
 * about a second. All thrown errors are errors of the database.
 */
export class PostgresWindowStore implements WindowStore {
  readonly #database: Pick<Reader, 'rows'>
  readonly #clock: Clock
  readonly #queues = new Map<string, ChargeQueue>()
  readonly #slices = new WindowSlices()
  readonly #stop: () => void
  #statements = 0
  #isBeginning = false

  /** @param onFailed called with the error of a refund in the background */
  constructor(
    database: Pick<Reader, 'rows'>,
    clock: Clock,
    onFailed: (error: unknown) => void = () => undefined,
  ) {
    this.#database = database
    this.#clock = clock
    // If a refund fails, the units stay unavailable until their window ends.
    this.#stop = clock.every(REFUND_EVERY_MS, () => void this.refundIdle().catch(onFailed))
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

  /** Deletes ended windows. Call this method at intervals in any process. @returns number of deleted windows */
  async deleteEnded(): Promise<number> {
    const now = windowStart(this.#clock.now())
    let ended = 0
    for (;;) {
      const batch = await deleteEndedWindows(this.#database, now, MAX_ROWS)
      ended += batch
      if (batch < MAX_ROWS) return ended
    }
  }

  /**
   * Checks that the statements of windows can run. These statements use separate sessions of the database.
   * @throws the error of the database
   */
  async ready(): Promise<void> {
    await refundWindows(this.#database, [])
  }

  /** Refunds the slices that no request has used since the last call. */
  async refundIdle(): Promise<void> {
    await this.#refund(false)
  }

  /** Refunds all slices. The database stays open. */
  async close(): Promise<void> {
    this.#stop()
    await this.#refund(true)
  }

  async #refund(all: boolean): Promise<void> {
    const unspent = this.#slices.takeIdle(this.#clock.now(), all)
    for (let from = 0; from < unspent.length; from += MAX_ROWS) {
      await refundWindows(this.#database, unspent.slice(from, from + MAX_ROWS))
    }
  }

  async #refuseWhole(key: string, window: RateWindow): Promise<Decision> {
    return { ...(await this.peek(key, window)), allowed: false }
  }

  #enqueue(key: string, window: RateWindow, cost: number): Promise<Decision> {
    // After a change of the configuration, a key may have a window of another limit or length.
    const name = `${window.limit} ${window.seconds} ${key}`
    return new Promise((resolve, reject) => {
      const waiting = { cost, resolve, reject }
      const queue = this.#queues.get(name)
      if (queue !== undefined) {
        queue.waiting.push(waiting)
        return
      }
      const spare = this.#slices.sizeFor(key, window, this.#clock.now())
      this.#queues.set(name, {
        key,
        window,
        waiting: [waiting],
        room: window.limit,
        spare,
        isCharging: false,
      })
      this.#begin()
    })
  }

  /**
   * Starts a statement after the pending microtasks, so that requests that waited for the same event, such as a read of
   * the log, share the statement.
   */
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
    for (let queues = this.#next(); queues.size > 0; queues = this.#next()) {
      for (const queue of queues.values()) queue.isCharging = true
      await this.#charge(queues)
      for (const queue of queues.values()) queue.isCharging = false
    }
    this.#statements -= 1
  }

  /** Queues for the next statement, by key. Deletes empty queues. */
  #next(): ReadonlyMap<string, ChargeQueue> {
    const next = new Map<string, ChargeQueue>()
    for (const [name, queue] of this.#queues) {
      if (next.size >= MAX_CHARGES) break
      if (queue.isCharging || next.has(queue.key)) continue
      if (queue.waiting.length === 0) this.#queues.delete(name)
      else next.set(queue.key, queue)
    }
    return next
  }

  async #charge(queues: ReadonlyMap<string, ChargeQueue>): Promise<void> {
    const now = windowStart(this.#clock.now())
    const charges = [...queues.values()].map((queue) => {
      const together = fitting(queue.waiting, queue.room)
      return { queue, together, cost: costOf(together) + queue.spare }
    })
    try {
      const charged = await chargeWindows(
        this.#database,
        charges.map(({ queue: { key, window }, cost }) => {
          return { key, seconds: window.seconds, limit: window.limit, cost: Math.min(cost, window.limit) }
        }),
        now,
      )
      for (const { queue, together, cost } of charges) {
        const spare = Math.min(cost, queue.window.limit) - costOf(together)
        await this.#settle(queue, together, { row: charged.get(queue.key), spare, now })
      }
    } catch (error) {
      for (const { queue } of charges) {
        for (const { reject } of queue.waiting) reject(error)
        queue.waiting = []
      }
    }
  }

  /** Grants or refuses requests, or keeps them for the next statement. */
  async #settle(
    queue: ChargeQueue,
    together: readonly WaitingRequest[],
    { row, spare, now }: Settled,
  ): Promise<void> {
    const { key, window } = queue
    if (row?.isAllowed === true) {
      queue.room = window.limit - row.used
      this.#slices.put(key, window, row, spare)
      grant(together, window, { ...row, used: row.used - this.#slices.leftOf(key, row) }, now)
      queue.waiting = queue.waiting
        .slice(together.length)
        .filter((waiting) => !this.#grantFromSlice(queue, waiting))
      queue.spare = this.#slices.sizeFor(key, window, now)
      return
    }
    const cost = costOf(together)
    const live = row !== undefined && isLive(row, now) ? row : undefined
    // The row of a refusal may be out of date and show too many remaining units.
    const max = spare > 0 ? window.limit : cost - 1
    queue.room = live === undefined ? 0 : Math.min(max, window.limit - live.used)
    if (spare === 0 && together.length === 1) {
      const decision = await this.#refusal(key, window, cost, live, now)
      queue.waiting = refuse(queue.waiting, cost, decision)
    }
    queue.spare = 0
  }

  /** Grants a request that arrived during the charge, from the units that were charged in advance. */
  #grantFromSlice({ key, window }: ChargeQueue, { cost, resolve }: WaitingRequest): boolean {
    const decision = this.#slices.take(key, window, cost, this.#clock.now())
    if (decision !== undefined) resolve(decision)
    return decision !== undefined
  }

  /**
   * The decision for a refused request. If the row in the result of the statement is out of date, the window is read
   * again. The decision always shows fewer remaining units than the request costs.
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

  /**
   * The row, with only granted units as used. The units that this process has charged but not granted are subtracted.
   */
  #granted(key: string, row: StartedWindow | undefined): StartedWindow | undefined {
    return row && { ...row, used: row.used - this.#slices.leftOf(key, row) }
  }
}

/** Result of a charge of a queue. */
interface Settled {
  readonly row: ChargedWindow | undefined
  /** Units that were charged in advance, for later requests. */
  readonly spare: number
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The first request, and the following requests while the total cost is at most `room`. */
function fitting(waiting: readonly WaitingRequest[], room: number): readonly WaitingRequest[] {
  let cost = 0
  const end = waiting.findIndex((each, index) => {
    cost += each.cost
    return index > 0 && cost > room
  })
  return end < 0 ? waiting : waiting.slice(0, end)
}

function costOf(waiting: readonly WaitingRequest[]): number {
  return waiting.reduce((sum, { cost }) => sum + cost, 0)
}

/** Resolves requests as granted, in order. @param started the window after all of these requests */
function grant(
  waiting: readonly WaitingRequest[],
  window: RateWindow,
  started: StartedWindow,
  now: number,
): void {
  let used = started.used - costOf(waiting)
  for (const { cost, resolve } of waiting) {
    used += cost
    resolve(decide(true, window, { ...started, used }, now))
  }
}

/**
 * Refuses the first request, and the following requests while they cost at least as much.
 * @returns the remaining requests
 */
function refuse(
  waiting: readonly WaitingRequest[],
  refusedCost: number,
  decision: Decision,
): WaitingRequest[] {
  const end = waiting.findIndex(({ cost }) => cost < refusedCost)
  const refused = end < 0 ? waiting : waiting.slice(0, end)
  for (const { resolve } of refused) resolve(decision)
  return waiting.slice(refused.length)
}
