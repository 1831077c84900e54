/** Reads the head of the log on a standby. */
import { sql } from 'kysely'
import { StoreUnavailable } from '../db/errors.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { type Clock, sleep } from '../lib/time/clock.ts'

/** Milliseconds within which the primary must respond and must have the last event of the standby. */
const PRIMARY_MS = 1_000
/** Milliseconds between two queries to a primary that lacks the last event of the standby. */
const REPEAT_MS = 50

export interface PrimaryOptions {
  /** The real clock of the machine, for the wait for the primary. */
  readonly clock: Clock
  /** Milliseconds within which the primary must have the last event of the standby. */
  readonly withinMs?: number
}

/**
 * The last position that a standby has replayed. A primary shows a commit only after a synchronous standby has
 * confirmed the commit, so the standby may show the commit earlier. If the primary lacks the last event of the standby,
 * the function therefore queries the primary again.
 * @returns `unknown` when the primary does not respond, because the standby cannot be compared then
 * @throws {StoreUnavailable} for a database that is not a standby, because the history of a promoted server may differ
 *   from the history of the primary
 * @throws {StoreUnavailable} for a standby whose last event the primary lacks, because the standby then follows a
 *   former primary or another database
 */
export async function replayedHead(
  standby: Pick<Reader, 'first'>,
  primary: Pick<Reader, 'first'>,
  { clock, withinMs = PRIMARY_MS }: PrimaryOptions,
): Promise<bigint | 'unknown'> {
  const row = await standby.first(recoveryAndLast, {})
  if (row?.is_standby !== 1) {
    throw new StoreUnavailable('the database of the setting database_replica is no standby; correct its URL')
  }
  const until = clock.monotonic() + withinMs
  for (;;) {
    const own = await answerOf(primary, row.head, clock, until - clock.monotonic())
    if (own === 'unknown') return own
    if (own.head >= row.head) {
      requireSame(row, own)
      return row.head
    }
    if (clock.monotonic() >= until) {
      throw new StoreUnavailable(
        `the database of the setting database_replica is ahead of the primary: its log ends at position ${row.head}, that of the primary at ${own.head}; rebuild it as a standby of the primary`,
      )
    }
    await sleep(clock, REPEAT_MS)
  }
}

/** The event of the primary at a position; `unknown` when the primary fails or does not respond in time. */
async function answerOf(
  primary: Pick<Reader, 'first'>,
  position: bigint,
  clock: Clock,
  ms: number,
): Promise<Own | 'unknown'> {
  const { promise: late, resolve } = Promise.withResolvers<'unknown'>()
  const cancel = clock.after(Math.max(REPEAT_MS, ms), () => resolve('unknown'))
  const asked = primary.first(lastAt, { position }).then(
    (own) => own ?? ('unknown' as const),
    () => 'unknown' as const, // Other reads on the primary report the failure.
  )
  return Promise.race([asked, late]).finally(cancel)
}

/**
 * @throws {StoreUnavailable} when the last event of the standby differs from the event of the primary at the same
 *   position
 */
function requireSame(row: Standby, own: Own): void {
  if (row.head <= own.trimmed) return
  // The position was not trimmed, so both databases must have an event there.
  if (own.at !== null && own.at === row.at && own.checksum === row.checksum) return
  throw new StoreUnavailable(
    'the database of the setting database_replica follows another history than the primary, as a standby of a former primary does; rebuild it as a standby of the primary',
  )
}

interface Last {
  readonly head: bigint
  /** Null when the event was trimmed or never existed. */
  readonly at: number | null
  readonly checksum: number | null
}

interface Standby extends Last {
  readonly is_standby: number
}

interface Own extends Last {
  readonly trimmed: bigint
}

const recoveryAndLast = query()(
  () => sql<Standby>`
    select pg_is_in_recovery()::integer as is_standby, event_log.head, events.at, events.checksum
    from event_log left join events on events.position = event_log.head where event_log.one = 1`,
)

const lastAt = query<{ position: bigint }>()((k, p) =>
  k
    .selectFrom('event_log')
    .leftJoin('events', (join) => join.on('events.position', '=', p('position')))
    .select(['event_log.head', 'event_log.trimmed', 'events.at', 'events.checksum'])
    .where('event_log.one', '=', 1),
)
