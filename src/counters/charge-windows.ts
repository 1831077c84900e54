/**
 * SQL statements for the rate windows that all processes on one PostgreSQL database share (db/rate-windows-table.ts).
 */
import { type RawBuilder, sql } from 'kysely'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import type { StartedWindow } from '../http/rate-limit/window.ts'

/** A charge to one window. */
export interface Charge {
  readonly key: string
  readonly seconds: number
  /** From 1 to the limit. */
  readonly cost: number
  readonly limit: number
}

/**
 * Result of a charge. A granted charge returns the row after the charge. A refused charge returns the row at the start
 * of the statement.
 */
export interface ChargedWindow extends StartedWindow {
  readonly isAllowed: boolean
}

/**
 * Charges windows in one statement. Each charge is granted as a whole or refused. A row is locked before it is read, so
 * that concurrent charges never exceed a limit. A refused charge writes nothing. Rows are locked in the order of their
 * keys, so that two statements never deadlock.
 * @param charges the charges, each with a different key
 * @param now milliseconds since the Unix epoch, a whole second
 * @returns results by key, without the refused charges that had no row at the start of the statement
 */
export async function chargeWindows(
  reader: Pick<Reader, 'rows'>,
  charges: readonly Charge[],
  now: number,
): Promise<ReadonlyMap<string, ChargedWindow>> {
  const rows = await reader.rows(charge, {
    asked: JSON.stringify(charges.map(({ key, seconds, cost }) => ({ key, seconds, cost }))),
    limits: JSON.stringify(Object.fromEntries(charges.map(({ key, limit }) => [key, limit]))),
    now,
  })
  return new Map(
    rows.map(({ allowed, ...row }) => [row.key, { ...startedOf(row), isAllowed: allowed === 1 }]),
  )
}

/** The stored windows of these keys, including ended windows. */
export async function readWindows(
  reader: Pick<Reader, 'rows'>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, StartedWindow>> {
  const rows = await reader.rows(windowsOf, { keys: JSON.stringify(keys) })
  return new Map(rows.map((row) => [row.key, startedOf(row)]))
}

/** Units of a window that were charged but not granted to a request. A request costs one or more units. */
export interface Unspent {
  readonly key: string
  readonly startedAt: number
  readonly left: number
}

/** Refunds units of windows that have not ended. */
export async function refundWindows(
  reader: Pick<Reader, 'rows'>,
  unspent: readonly Unspent[],
): Promise<void> {
  const rows = unspent.map(({ key, startedAt, left }) => ({ key, started_at: startedAt, left_over: left }))
  await reader.rows(refund, { unspent: JSON.stringify(rows) })
}

/**
 * Deletes up to `max` ended windows, without waiting for windows that are being charged.
 * @returns the number of deleted windows
 */
export async function deleteEndedWindows(
  reader: Pick<Reader, 'rows'>,
  now: number,
  max: number,
): Promise<number> {
  const [row] = await reader.rows(deleteEnded, { now, max })
  return row?.ended ?? 0
}

interface WindowRow {
  readonly key: string
  readonly started_at: number
  readonly length_s: number
  readonly used: number
}

function startedOf({ started_at, length_s, used }: WindowRow): StartedWindow {
  return { startedAt: started_at, seconds: length_s, used }
}

/** The SQL form of `isLive` in http/rate-limit/window.ts, for the row `w`. */
function isLive(now: RawBuilder<number>): RawBuilder<boolean> {
  return sql`(w.started_at + w.length_s * 1000::bigint > ${now}::bigint
    and w.started_at - w.length_s * 1000::bigint <= ${now}::bigint)`
}

/**
 * The charge does not wait for the disk, because a disk flush for each request would cost more than the loss of the
 * last counts in a crash. The third argument of `set_config` limits the setting to this transaction, and the comparison
 * makes PostgreSQL call the function.
 */
const charge = query<{ asked: string; limits: string; now: number }>()((_, p) => {
  const live = isLive(p('now'))
  return sql<WindowRow & { readonly allowed: number }>`
    with asked as materialized (
      select key, seconds, cost
      from jsonb_to_recordset(${p('asked')}::text::jsonb) as asked (key text, seconds integer, cost integer)
    ),
    limits as materialized (
      select ${p('limits')}::text::jsonb as of where set_config('synchronous_commit', 'off', true) = 'off'
    ),
    taken as (
      insert into rate_windows as w (key, started_at, length_s, used)
      select asked.key, ${p('now')}::bigint, asked.seconds, asked.cost from asked, limits
      order by asked.key collate "C"
      on conflict (key) do update set
        started_at = case when ${live} then w.started_at else excluded.started_at end,
        length_s = case when ${live} then w.length_s else excluded.length_s end,
        used = case when ${live} then w.used + excluded.used else excluded.used end
      where not ${live} or w.used + excluded.used <= ((select of from limits) ->> w.key)::integer
      returning key, started_at, length_s, used
    )
    select 1 as allowed, key, started_at, length_s, used from taken
    union all
    select 0, w.key, w.started_at, w.length_s, w.used from rate_windows as w join asked on asked.key = w.key
    where not exists (select from taken where taken.key = w.key)`
})

const windowsOf = query<{ keys: string }>()(
  (_, p) => sql<WindowRow>`
    select key, started_at, length_s, used from rate_windows
    where key in (select jsonb_array_elements_text(${p('keys')}::text::jsonb))`,
)

const refund = query<{ unspent: string }>()(
  (_, p) => sql<Record<never, never>>`
    update rate_windows as w set used = w.used - unspent.left_over
    from jsonb_to_recordset(${p('unspent')}::text::jsonb) as unspent (key text, started_at bigint, left_over integer)
    where w.key = unspent.key and w.started_at = unspent.started_at and w.used >= unspent.left_over`,
)

const deleteEnded = query<{ now: number; max: number }>()(
  (_, p) => sql<{ readonly ended: number }>`
    with ended as (
      delete from rate_windows where key in (
        select key from rate_windows where started_at + length_s * 1000::bigint <= ${p('now')}::bigint
        limit ${p('max')}::integer for update skip locked)
      returning 1
    )
    select count(*) as ended from ended`,
)
