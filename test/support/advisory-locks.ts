import type { Sql } from 'postgres'

/** Number of advisory locks, held or awaited, in the session's database (not the whole cluster). */
export async function advisoryLocks(session: Sql, are: 'held' | 'awaited'): Promise<number> {
  const rows = await session`select from pg_locks where locktype = 'advisory' and granted = ${are === 'held'}
    and database = (select oid from pg_database where datname = current_database())`
  return rows.length
}
