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
import { type Taker, Takers } from './takers.ts'

/** Runs single statements, each in a transaction of its own at isolation level `read committed`. */
export interface StatementExecutor {
  /** Parameters are numbers and strings; 64-bit columns may come back as number, bigint or digits. */
  execute(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** {@link isLive} for the row `w` at the time `$2`. */
const LIVE = `(w.started_at + w.length_s * 1000::bigint > $2::bigint
    and w.started_at - w.length_s * 1000::bigint <= $2::bigint)`

/**
 * Grants a request, or several together, in one statement. The row is locked before `where` looks at it, so that concurrent takers
 * never get more than the limit; when it refuses, nothing is written. Losing the last moments of counting in a
 * crash is cheaper than a disk flush per request, hence `synchronous_commit`: its third argument limits it to
 * the transaction of this statement, and the comparison is there to have it called.
 *
 * $1 key, $2 now (whole seconds, in milliseconds), $3 length, $4 cost (at most the limit), $5 limit.
 */
const TAKE = `
  with taken as (
    insert into rate_windows as w (key, started_at, length_s, used)
    select $1::text, $2::bigint, $3::integer, $4::integer
    where set_config('synchronous_commit', 'off', true) = 'off'
    on conflict (key) do update set
      started_at = case when ${LIVE} then w.started_at else excluded.started_at end,
      length_s = case when ${LIVE} then w.length_s else excluded.length_s end,
      used = case when ${LIVE} then w.used + excluded.used else excluded.used end
    where not ${LIVE} or w.used + excluded.used <= $5::integer
    returning started_at, length_s, used
  )
  select true as allowed, started_at, length_s, used from taken
  union all
  select false, started_at, length_s, used from rate_windows
  where key = $1::text and not exists (select from taken)`

/** The keys come as a JSON array in one string, because drivers differ in how they pass arrays. */
const PEEK = `
  select key, started_at, length_s, used from rate_windows
  where key in (select jsonb_array_elements_text($1::text::jsonb))`

/** Few rows at a time, and none that is just being counted in, because a taker would wait for the whole batch. */
const SWEEP_BATCH = 1000
const SWEEP = `
  with ended as (
    delete from rate_windows where key in (
      select key from rate_windows where started_at + length_s * 1000::bigint <= $1::bigint
      limit ${SWEEP_BATCH} for update skip locked)
    returning 1
  )
  select count(*) as ended from ended`

/**
 * Rate windows shared by many processes, in a PostgreSQL table (db/rate-windows-table.ts).
 *
 * Time is that of the asking process; the clocks of the processes should agree to about a second. Errors are
 * those of the executor.
 */
export class PostgresWindowStore implements WindowStore {
  readonly #database: StatementExecutor
  readonly #clock: Clock
  readonly #takers = new Takers((key, window, takers) => this.#takeAll(key, window, takers))

  constructor(database: StatementExecutor, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async take(key: string, window: RateWindow, cost = 1): Promise<Decision> {
    if (cost > window.limit) return { ...(await this.peek(key, window)), allowed: false }
    return this.#takers.take(key, window, cost)
  }

  async peek(key: string, window: RateWindow): Promise<Decision> {
    return decidePeek(window, await this.#find(key), this.#clock.now())
  }

  async peekAll(queries: readonly WindowQuery[]): Promise<Decision[]> {
    const keys = JSON.stringify(queries.map(({ key }) => key))
    const rows = await this.#database.execute(PEEK, [keys])
    const now = this.#clock.now()
    const byKey = new Map(rows.map((row) => [row['key'], startedWindow(row)]))
    return queries.map(({ key, window }) => decidePeek(window, byKey.get(key), now))
  }

  /** Deletes the windows that have ended; to be called now and then by any one process. Gives their number. */
  async sweep(): Promise<number> {
    const now = windowStart(this.#clock.now())
    let ended = 0
    for (;;) {
      const [row] = await this.#database.execute(SWEEP, [now])
      const batch = Number(row?.['ended'])
      ended += batch
      if (batch < SWEEP_BATCH) return ended
    }
  }

  /** Does nothing: the executor belongs to the caller. */
  close(): void {}

  /** Counts takers in the order in which they came, as many together as the window seems to have room for. */
  async #takeAll(key: string, window: RateWindow, takers: readonly Taker[]): Promise<void> {
    let left = takers
    let room = window.limit
    while (left.length > 0) {
      const together = fitting(left, room)
      const now = windowStart(this.#clock.now())
      const cost = costOf(together)
      const [row] = await this.#database.execute(TAKE, [key, now, window.seconds, cost, window.limit])
      const started = row === undefined ? undefined : startedWindow(row)
      // What a refusal shows may be out of date, and then shows too much.
      const most = row?.['allowed'] === true ? window.limit : cost - 1
      room = started !== undefined && isLive(started, now) ? Math.min(most, window.limit - started.used) : 0
      if (started !== undefined && row?.['allowed'] === true) {
        grant(together, window, started, now)
        left = left.slice(together.length)
      } else if (together.length === 1) {
        left = refuse(left, cost, await this.#refusal(key, window, cost, started, now))
      }
    }
  }

  /**
   * `before` is the window as it was when the statement began. Where others started or used up the window in
   * between, it is out of date: then it is read again, and no more is said to remain than the refusal allows.
   */
  async #refusal(
    key: string,
    window: RateWindow,
    cost: number,
    before: StartedWindow | undefined,
    now: number,
  ): Promise<Decision> {
    const current = before !== undefined && isLive(before, now) ? before : await this.#find(key)
    const decision = decide(false, window, current, now)
    return { ...decision, remaining: Math.min(decision.remaining, cost - 1) }
  }

  async #find(key: string): Promise<StartedWindow | undefined> {
    const [row] = await this.#database.execute(PEEK, [JSON.stringify([key])])
    return row === undefined ? undefined : startedWindow(row)
  }
}

/** The first of them, and those behind it as long as all together cost no more than `room`. */
function fitting(takers: readonly Taker[], room: number): readonly Taker[] {
  let cost = 0
  const end = takers.findIndex((taker, index) => {
    cost += taker.cost
    return index > 0 && cost > room
  })
  return end < 0 ? takers : takers.slice(0, end)
}

function costOf(takers: readonly Taker[]): number {
  return takers.reduce((sum, { cost }) => sum + cost, 0)
}

/** @param started the window after all of them */
function grant(takers: readonly Taker[], window: RateWindow, started: StartedWindow, now: number): void {
  let used = started.used - costOf(takers)
  for (const { cost, resolve } of takers) {
    used += cost
    resolve(decide(true, window, { ...started, used }, now))
  }
}

/** Whoever comes right behind one that was refused, and costs no less, is refused with it. @returns the others */
function refuse(takers: readonly Taker[], refusedCost: number, decision: Decision): readonly Taker[] {
  const end = takers.findIndex(({ cost }) => cost < refusedCost)
  const refused = end < 0 ? takers : takers.slice(0, end)
  for (const { resolve } of refused) resolve(decision)
  return takers.slice(refused.length)
}

function startedWindow(row: Record<string, unknown>): StartedWindow {
  return { startedAt: Number(row['started_at']), seconds: Number(row['length_s']), used: Number(row['used']) }
}
