/**
 * Indexes that a large import drops at its beginning and builds at its end (docs/decisions/0089-posts-in-bulk.md). The
 * transaction that drops them also stores their definitions, so that the next start builds them if the import was
 * killed. SQLite only.
 */
import { sql } from 'kysely'
import type { Clock } from '../lib/time/clock.ts'
import { DataLock } from './data-lock.ts'
import { StoreRefused } from './errors.ts'
import type { DatabaseSettings } from './open.ts'
import { once, query } from './query.ts'
import type { Store } from './store.ts'

/**
 * Names of the indexes. No statement of an import is slower without them. Inserts into `posts_author` are slow,
 * because imported posts are not in its order. The other indexes are second copies of the pages of the search index.
 */
export const LATE_INDEXES = [
  'posts_author',
  'post_search_data_copy',
  'post_search_idx_copy',
  'post_search_docsize_copy',
] as const

/** Drops the indexes. Call this function only while no server runs. */
export async function dropLateIndexes(store: Store): Promise<void> {
  // No event: indexes are not data.
  await store.writeAlone(async (tx) => {
    for (const { name, definition } of await tx.rows(existingIndexes, {})) {
      await tx.run(insertLate, { name, definition })
      await tx.run(
        once(() => sql`drop index ${sql.ref(name)}`),
        {},
      )
    }
  })
}

/**
 * Builds missing indexes: at the end of an import, or at the next start after the import was killed.
 * @returns true if an index was missing
 */
export async function buildLateIndexes(store: Store): Promise<boolean> {
  const missing = await store.rows(lateIndexes, {})
  for (const { name, definition } of missing) {
    // No event: indexes are not data.
    await store.writeAlone(async (tx) => {
      // Another process may have built the index first.
      if ((await tx.run(deleteLate, { name })) > 0)
        await tx.run(
          once(() => sql.raw(definition)),
          {},
        )
    })
  }
  return missing.length > 0
}

/**
 * Builds the indexes of a killed import. Builds nothing while an import is running, because the import has
 * the lock of the data directory.
 * @param isLocked true if this process has the lock of the data directory, as a server has
 */
export async function completeIndexes(
  store: Store,
  settings: DatabaseSettings,
  clock: Clock,
  isLocked: boolean,
): Promise<void> {
  if (!(await areIndexesMissing(store))) return
  const lock = new DataLock(settings, clock, store.logger)
  try {
    if (!isLocked) await lock.take()
    store.logger.warn({}, 'an import was interrupted; its indexes are built now')
    await buildLateIndexes(store)
  } catch (error) {
    if (!(error instanceof StoreRefused)) throw error
  } finally {
    lock.release()
  }
}

/** True if an import is running, or was killed. */
export async function areIndexesMissing(store: Store): Promise<boolean> {
  return (await store.first(lateIndexes, {})) !== undefined
}

const existingIndexes = query()(
  () => sql<{ name: string; definition: string }>`
    select name, sql as definition from sqlite_schema
    where type = 'index' and name in (${sql.join(LATE_INDEXES.map((name) => sql.lit(name)))})`,
)

// Only the names in this list are read, because a stored definition is run as SQL.
const lateIndexes = query()((k) =>
  k.selectFrom('late_indexes').selectAll().where('name', 'in', LATE_INDEXES).orderBy('name'),
)

const insertLate = query<{ name: string; definition: string }>()((k, p) =>
  k.insertInto('late_indexes').values({ name: p('name'), definition: p('definition') }),
)

const deleteLate = query<{ name: string }>()((k, p) =>
  k.deleteFrom('late_indexes').where('name', '=', p('name')),
)
