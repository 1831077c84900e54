/** Posts that may match a rule, from the search index. */
import type { Store } from '../db/store.ts'
import { findIdsByScreenName } from '../domain/accounts/find-users.ts'
import type { PostRange } from '../domain/posts/read/every-post.ts'
import { streamCandidates } from '../domain/search/find-candidates.ts'
import { indexReach, SEARCH_READER } from '../domain/search/index-posts.ts'
import { stalePosts } from '../domain/search/stale-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { Expression } from '../filter/ast.ts'
import { namesIn, postQueryOf } from '../filter/search-words.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { consumerPosition } from '../log/consumer-position.ts'
import { logHead } from '../log/log-head.ts'

/**
 * Ids of all posts of a range that match a rule, and some that do not, in ascending order. Undefined if any post may match,
 * or if the index lacks posts of the range: a server adds posts that commands import.
 */
export async function candidatesOf(
  store: Store,
  codec: WordCodec,
  rule: Expression,
  { from = 0n, to = LARGEST_ID }: PostRange,
): Promise<AsyncIterable<readonly bigint[]> | undefined> {
  if (!(await isComplete(store, codec, from))) return undefined
  const names = await findIdsByScreenName(store, namesIn(rule))
  const query = postQueryOf(rule, (name) => {
    const id = names.get(name)
    return id === undefined ? [] : [String(id)]
  })
  const { words, ids } = query
  return words === undefined ? undefined : streamCandidates(store, codec, { words, ids }, { from, to })
}

/** True if the index has everything that was written before the call, as of an id. */
async function isComplete(store: Store, codec: WordCodec, from: bigint): Promise<boolean> {
  // The head first: the index may be ahead of it then, never behind.
  const { head } = await logHead(store)
  const reach = await indexReach(store, codec)
  if (reach === undefined || reach > from) return false
  const position = await consumerPosition(store, SEARCH_READER)
  if (position === undefined || position < head) return false
  return (await stalePosts(store, 1)).length === 0
}
