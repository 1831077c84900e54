/**
 * Reads the timeline of a database, which is a name for the history of the database. The timeline changes when a
 * standby is promoted or a backup is restored. If the relay's stream has another timeline, its events belong to a
 * former history.
 *
 * On PostgreSQL the timeline consists of three parts: the id of the system; the id of the table of events, which
 * changes with every restore of a dump; and the timeline of the WAL, which every promotion and every recovery to a
 * point in time increments. `pg_control_checkpoint()` shows the timeline of the WAL only after the first checkpoint.
 */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'

/** The timeline as at most 60 printable characters. */
export async function timelineOf(store: Store): Promise<string> {
  // A SQLite file has one server and no standby.
  if (store.engine === 'sqlite') return 'sqlite'
  return must(await store.first(timeline, {}), 'the timeline').value
}

const timeline = query()(
  () => sql<{ value: string }>`
    select system_identifier::text || '-' || 'events'::regclass::oid::text || '-'
      || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as value
    from pg_control_system()`,
)
