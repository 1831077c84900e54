/**
 * Indexes the posts of a large import in the transactions of the import, so that no server has to read the posts again.
 */
import { isItemFailure } from '../db/errors.ts'
import type { Store, Tx } from '../db/store.ts'
import { oldestPostId } from '../domain/posts/read/recent-ids.ts'
import {
  clearIndex,
  codedPosts,
  extendReach,
  indexReach,
  putIndexed,
  SEARCH_READER,
} from '../domain/search/index-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { ensurePosition } from '../log/consumer.ts'
import { indexedPosts } from './indexed-posts.ts'

/** Number of posts in one read. */
const MAX_POSTS_PER_READ = 500

/**
 * Prepares an index for the current key. If the database has no posts yet, the index is marked as complete. Otherwise
 * a server adds the missing posts later (backfill.ts).
 */
export async function prepareIndex(store: Store, codec: WordCodec): Promise<void> {
  // Without a stored position, the indexer of the first server would skip the events of this import.
  await ensurePosition(store, { name: SEARCH_READER, begin: 'newest' })
  if ((await indexReach(store, codec)) !== undefined) return
  // No event: the index is derived from posts.
  await store.writeAlone(async (tx) => {
    await clearIndex(tx, codec)
    if ((await oldestPostId(tx)) === undefined) await extendReach(tx, LARGEST_ID, 0n)
  })
}

/**
 * Indexes posts in the transaction that stores them.
 * @returns false if the data of a post cannot be indexed. In that case, the event of the import must contain the
 * range of posts. The indexer reads this event, indexes the other posts, and records the failure
 */
export async function indexImported(tx: Tx, codec: WordCodec, ids: readonly bigint[]): Promise<boolean> {
  try {
    for (let from = 0; from < ids.length; from += MAX_POSTS_PER_READ) {
      const posts = await indexedPosts(tx, ids.slice(from, from + MAX_POSTS_PER_READ))
      await putIndexed(tx, codedPosts(codec, posts))
    }
    return true
  } catch (error) {
    if (!isItemFailure(error)) throw error
    return false
  }
}
