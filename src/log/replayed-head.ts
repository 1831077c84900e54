/** The head of the log on a standby. */
import { sql } from 'kysely'
import { StoreUnavailable } from '../db/errors.ts'
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'

/**
 * The last position that a standby has replayed.
 * @throws {StoreUnavailable} for a database that is no standby, because a promoted server has its own history
 */
export async function replayedHead(standby: Reader): Promise<bigint> {
  const row = await standby.first(recoveryAndHead, {})
  if (row?.is_standby !== 1) {
    throw new StoreUnavailable('the database of the setting database_replica is no standby; correct its URL')
  }
  return row.head
}

const recoveryAndHead = query()(
  () => sql<{ is_standby: number; head: bigint }>`
    select pg_is_in_recovery()::integer as is_standby, head from event_log where one = 1`,
)
