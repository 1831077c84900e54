/**
 * Drops and rebuilds the indexes of edges (follows) inside the transaction of a large import on PostgreSQL. The rebuild
 * takes a fifth of the time of inserts into the existing indexes. If the import fails or is killed, PostgreSQL rolls
 * back rows and indexes together (docs/decisions/0114-indexes-of-edges-on-postgresql.md).
 */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'

/**
 * True if dropping the indexes makes the import faster, and no other session has or waits for a lock of the tables.
 * @param most maximum number of existing edges; with more, the rebuild is slower than inserts, because it also rebuilds
 *   their index entries
 */
export async function canRebuildIndexes(tx: Tx, most: number): Promise<boolean> {
  if ((await tx.first(edgeAfter, { count: most })) !== undefined) return false
  return (await tx.first(otherLock, {})) === undefined
}

/** Drops the indexes. The caller must call {@link createIndexes} in the same transaction. */
export async function dropIndexes(tx: Tx): Promise<void> {
  for (const statement of DROP) await tx.run(statement, {})
}

/** Builds the indexes that migration 0001 defines. */
export async function createIndexes(tx: Tx): Promise<void> {
  for (const statement of CREATE) await tx.run(statement, {})
}

const edgeAfter = query<{ count: number }>()((k, p) =>
  k.selectFrom('friends').select('position').limit(1).offset(p('count')),
)

// Finds another session that uses the tables. The drop of an index would wait for the transaction of that session, and
// later transactions would wait for the drop.
const otherLock = query()(
  () => sql<{ pid: number }>`select pid from pg_locks
    where relation in ('friends'::regclass, 'followers'::regclass) and pid <> pg_backend_pid() limit 1`,
)

const DROP = [
  'alter table friends drop constraint friends_pkey',
  'drop index friends_edge',
  'alter table followers drop constraint followers_pkey',
].map(statementOf)

const CREATE = [
  'alter table friends add constraint friends_pkey primary key (follower_id, position)',
  'create unique index friends_edge on friends (follower_id, followee_id)',
  'alter table followers add constraint followers_pkey primary key (followee_id, position)',
].map(statementOf)

function statementOf(text: string) {
  return query()(() => sql.raw(text))
}
