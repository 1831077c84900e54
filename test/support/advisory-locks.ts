import type { Sql } from 'postgres'

/** How many advisory locks of the database of a session, not of its whole cluster, somebody holds, or waits for. */
export async function advisoryLocks(session: Sql, are: 'held' | 'awaited'): Promise<number> {
  const rows = await session`select from pg_locks where locktype = 'advisory' and granted = ${are === 'held'}
    and database = (select oid from pg_database where datname = current_database())`
  return rows.length
}
