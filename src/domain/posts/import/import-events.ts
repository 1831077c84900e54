/** Appends the events for a batch of imported posts. */
import type { Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import type { PostReferences } from '../../../log/event.ts'
import type { ExistingPosts, PlannedPost } from './imported-post.ts'
import { rangeToIndex } from './range-to-index.ts'

export interface StoredBatch {
  readonly lines: number
  /** Ids of the stored posts, in ascending order. */
  readonly ids: readonly bigint[]
  /** Number of changed authors. */
  readonly authors: number
  /** True if the posts are in the search index already. */
  readonly isIndexed: boolean
}

/**
 * Appends the event of a batch, and selects its posts for the search index. If another process has stored the posts
 * first, the batch may have changed only authors.
 */
export async function appendImport(
  tx: Tx,
  now: number,
  { lines, ids, authors, isIndexed }: StoredBatch,
): Promise<void> {
  if (ids.length === 0) {
    if (authors > 0) append(tx, now, { kind: 'import.applied', of: 'users', lines, imported: authors })
    return
  }
  const range = isIndexed ? undefined : await rangeToIndex(tx, ids)
  append(tx, now, { kind: 'import.applied', of: 'posts', lines, imported: ids.length, ...range })
}

/**
 * Appends the event of a stored post. No event is appended for a post that replaces a truncated copy, and for a post
 * that was stored only because another post refers to it.
 */
export function appendCreated(
  tx: Tx,
  now: number,
  { post, repostedId, isOwn, isReplacement }: PlannedPost,
  known: ExistingPosts,
  stored: readonly PlannedPost[],
): void {
  if (!isOwn || isReplacement) return
  const authorOf = (id: bigint | null) =>
    id === null
      ? null
      : (known.posts.get(id)?.authorId ??
        stored.find((other) => other.post.id === id)?.post.author.id ??
        null)
  const references: PostReferences = {
    in_reply_to_post_id: post.inReplyToPostId,
    in_reply_to_user_id: post.inReplyToUserId,
    quoted_id: post.quotedId,
    quoted_user_id: authorOf(post.quotedId),
    reposted_id: repostedId,
    reposted_user_id: authorOf(repostedId),
    mentioned: post.mentioned.map(String),
  }
  append(tx, now, { kind: 'post.created', user_id: post.author.id, post_id: post.id, ...references })
}
