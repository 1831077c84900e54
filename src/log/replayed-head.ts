/** The head of the log on a standby. */
import { sql } from 'kysely'
import { StoreUnavailable } from '../db/errors.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'

/**
 * The last position that a standby has replayed.
 * @throws {StoreUnavailable} for a database that is no standby, because a promoted server has its own history; and for a standby
 *   whose last event the primary lacks, because it follows a former primary, or another database
 */
export async function replayedHead(standby: Reader, primary: Reader): Promise<bigint> {
  const row = await standby.first(recoveryAndLast, {})
  if (row?.is_standby !== 1) {
    throw new StoreUnavailable('the database of the setting database_replica is no standby; correct its URL')
  }
  // Asked after the standby has answered, so the primary has everything that its standby has.
  const own = await primary.first(lastAt, { position: row.head })
  const isTrimmed = own !== undefined && row.head <= own.trimmed
  if (!isTrimmed && (own?.at !== row.at || own.checksum !== row.checksum)) {
    throw new StoreUnavailable(
      'the database of the setting database_replica follows another history than the primary, as a standby of a former primary does; rebuild it as a standby of the primary',
    )
  }
  return row.head
}

interface Last {
  /** Null for an event that was trimmed, or never existed. */
  readonly at: number | null
  readonly checksum: number | null
}

const recoveryAndLast = query()(
  () => sql<Last & { readonly is_standby: number; readonly head: bigint }>`
    select pg_is_in_recovery()::integer as is_standby, event_log.head, events.at, events.checksum
    from event_log left join events on events.position = event_log.head where event_log.one = 1`,
)

const lastAt = query<{ position: bigint }>()((k, p) =>
  k
    .selectFrom('event_log')
    .leftJoin('events', (join) => join.on('events.position', '=', p('position')))
    .select(['event_log.trimmed', 'events.at', 'events.checksum'])
    .where('event_log.one', '=', 1),
)
