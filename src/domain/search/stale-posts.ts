/** Indexed posts whose words changed because an import added a post that they show, or changed their conversation. */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'

/** The posts of an import. */
export interface ImportChanges {
  readonly stored: readonly bigint[]
  /** The stored posts that replaced truncated ones; only these can have earlier reposts. */
  readonly replaced: readonly bigint[]
  /** Posts that moved to another conversation. */
  readonly moved: readonly bigint[]
}

/** Marks related posts for reindexing; the imported posts are indexed anyway. No event: the import appends its own. */
export async function markStale(tx: Tx, { stored, replaced, moved }: ImportChanges): Promise<void> {
  const quotes = idsIn(await tx.rows(quotesOf, { ids: idList(stored) }))
  const shown = [...replaced, ...quotes]
  const reposts = shown.length === 0 ? [] : idsIn(await tx.rows(repostsOf, { ids: idList(shown) }))
  const own = new Set(stored)
  const stale = new Set([...quotes, ...reposts, ...moved].filter((id) => !own.has(id)))
  await markForIndex(tx, [...stale])
}

/** Marks posts for indexing: the reader of the log takes them at the next `import.applied` of posts. */
export async function markForIndex(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await insertStale(
    tx,
    ids.toSorted((a, b) => (a < b ? -1 : 1)).map((id) => [id]),
  )
}

/** Up to `count` posts marked for reindexing, oldest first. */
export async function stalePosts(reader: Reader, count: number): Promise<readonly bigint[]> {
  return (await reader.rows(oldestStale, { count })).map(({ post_id }) => post_id)
}

/** Unmarks posts that this transaction reindexes. Call it before reading them. */
export async function clearStale(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await deleteStale(
    tx,
    ids.map((id) => [id]),
  )
}

function idsIn(rows: readonly { readonly id: bigint }[]): readonly bigint[] {
  return rows.map(({ id }) => id)
}

// Uses the index posts_quotes.
const quotesOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select posts.id from ${idsOf(p('ids'), engine)} as wanted join posts on posts.quoted_id = wanted.id`,
)

// Uses the index posts_reposts. A repost refers to the first version and shows the newest.
const repostsOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select repost.id from ${idsOf(p('ids'), engine)} as wanted
    join posts as shown on shown.id = wanted.id
    join posts as repost on repost.reposted_id = shown.initial_id`,
)

const oldestStale = query<{ count: number }>()((k, p) =>
  k.selectFrom('post_search_stale').select('post_id').orderBy('post_id').limit(p('count')),
)

// Rewrites an existing row, so that another transaction cannot remove it before this one is committed.
const insertStale = bulk({ post_id: 'integer' }, (k, rows) =>
  k
    .insertInto('post_search_stale')
    .columns(['post_id'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet({ post_id: (row) => row.ref('excluded.post_id') }),
    ),
)

const deleteStale = bulk({ post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('post_search_stale').where(listed),
)
