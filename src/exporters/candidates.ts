/** Uses the search index to find posts that may match a rule. */
import type { Store } from '../db/store.ts'
import { findIdsByScreenName } from '../domain/accounts/find-users.ts'
import type { PostRange } from '../domain/posts/read/every-post.ts'
import { streamCandidates } from '../domain/search/find-candidates.ts'
import { indexReach, SEARCH_READER } from '../domain/search/index-posts.ts'
import { INDEXED_KINDS } from '../domain/search/indexed-events.ts'
import { stalePosts } from '../domain/search/stale-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { Expression } from '../filter/ast.ts'
import { namesIn, postQueryOf } from '../filter/search-words.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { consumerPosition, hasEventsAfter } from '../log/consumer-position.ts'

/**
 * Ids of all posts in a range that match a rule, and possibly of posts that do not match, in ascending order.
 * Undefined if the index cannot exclude any post for this rule, or if it lacks posts of the range. For
 * example, after a command has imported posts, the index lacks these posts until a server indexes them.
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

/** True if the index contains every post that has an id from `from` on and was written before this call. */
async function isComplete(store: Store, codec: WordCodec, from: bigint): Promise<boolean> {
  const position = await consumerPosition(store, SEARCH_READER)
  if (position === undefined || (await hasEventsAfter(store, position, INDEXED_KINDS))) return false
  const reach = await indexReach(store, codec)
  return reach !== undefined && reach <= from && (await stalePosts(store, 1)).length === 0
}
