/**
 * Marks indexed posts whose words an import has changed. The words change when an import adds a post that an indexed
 * post shows, or changes the conversation of an indexed post.
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'

/** The posts that an import has changed. */
export interface ImportChanges {
  readonly stored: readonly bigint[]
  /**
   * Ids of the stored posts that replaced truncated copies. Only these posts can have reposts that are stored already.
   */
  readonly replaced: readonly bigint[]
  /** Ids of posts whose conversation changed. */
  readonly moved: readonly bigint[]
}

/**
 * Marks posts to index again, if they depend on imported posts. The imported posts are indexed anyway. No event: the
 * import appends an event.
 */
export async function markStale(tx: Tx, { stored, replaced, moved }: ImportChanges): Promise<void> {
  const quotes = idsIn(await tx.rows(quotesOf, { ids: idList(stored) }))
  const shown = [...replaced, ...quotes]
  const reposts = shown.length === 0 ? [] : idsIn(await tx.rows(repostsOf, { ids: idList(shown) }))
  const own = new Set(stored)
  const stale = new Set([...quotes, ...reposts, ...moved].filter((id) => !own.has(id)))
  await markForIndex(tx, [...stale])
}

/**
 * Marks posts to index. The consumer that writes the index reads the marks at the next event `import.applied` about
 * posts.
 */
export async function markForIndex(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await insertStale(
    tx,
    ids.toSorted((a, b) => (a < b ? -1 : 1)).map((id) => [id]),
  )
}

/** Up to `count` marked posts, oldest first. */
export async function stalePosts(reader: Reader, count: number): Promise<readonly bigint[]> {
  return (await reader.rows(oldestStale, { count })).map(({ post_id }) => post_id)
}

/** Removes the marks of posts that this transaction indexes. Call this before reading the posts. */
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

// Uses the index posts_reposts. A repost has the id of the first version, and shows the newest version.
const repostsOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select repost.id from ${idsOf(p('ids'), engine)} as wanted
    join posts as shown on shown.id = wanted.id
    join posts as repost on repost.reposted_id = shown.initial_id`,
)

const oldestStale = query<{ count: number }>()((k, p) =>
  k.selectFrom('post_search_stale').select('post_id').orderBy('post_id').limit(p('count')),
)

// Writes a row even if it exists, so that another transaction cannot remove the row before this transaction is
// committed.
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
