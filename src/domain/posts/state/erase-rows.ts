/** Deletes the rows of posts, and inserts tombstones: the records of deletions. */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import type { Tx } from '../../../db/store.ts'

/** One version of an erased post. */
export interface ErasedVersion {
  readonly id: bigint
  readonly authorId: bigint
}

/** Deletes versions of posts, and their rows in other tables. */
export async function eraseRows(tx: Tx, versions: readonly ErasedVersion[]): Promise<void> {
  const ids = versions.map(({ id }) => [id])
  await Promise.all([
    posts(tx, ids),
    states(tx, ids),
    counters(tx, ids),
    mentions(tx, ids),
    pins(tx, ids),
    links(tx, ids),
    geos(
      tx,
      versions.map(({ id, authorId }) => [authorId, id]),
    ),
  ])
}

/**
 * Inserts tombstones. `is_swept` is 0 while likes, bookmarks or reposts of the post remain. Existing tombstones do not
 * change.
 */
export const insertTombstones = bulk(
  { post_id: 'integer', author_id: 'integer', deleted_at: 'integer', reason: 'text', is_swept: 'integer' },
  (k, rows) =>
    k
      .insertInto('deleted_posts')
      .columns(['post_id', 'author_id', 'deleted_at', 'reason', 'is_swept'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)

const posts = bulk({ id: 'integer' }, (_, rows) => sql`delete from posts where id in (${rows})`)

const states = bulk({ id: 'integer' }, (_, rows) => sql`delete from post_states where post_id in (${rows})`)

const counters = bulk({ id: 'integer' }, (_, rows) => sql`delete from post_counts where post_id in (${rows})`)

// Uses the primary key.
const geos = bulk(
  { user_id: 'integer', post_id: 'integer' },
  (_, rows) => sql`delete from post_geos where (user_id, post_id) in (${rows})`,
)

// Uses the index post_mentions_post.
const mentions = bulk(
  { id: 'integer' },
  (_, rows) => sql`delete from post_mentions where post_id in (${rows})`,
)

// Uses the index pinned_posts_post.
const pins = bulk({ id: 'integer' }, (_, rows) => sql`delete from pinned_posts where post_id in (${rows})`)

// Uses the index short_links_post.
const links = bulk({ id: 'integer' }, (_, rows) => sql`delete from short_links where post_id in (${rows})`)
