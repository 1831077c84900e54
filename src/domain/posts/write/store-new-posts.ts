/** Stores new posts and their related rows. The number of statements does not depend on the number of posts. */

import { withoutAwaiting } from '../../../db/commit/without-awaiting.ts'
import type { Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import type { Event } from '../../../log/event.ts'
import { CountChanges } from '../counts.ts'
import type { Post } from '../post.ts'
import type { DraftPost } from './draft-post.ts'
import { insertMentions, insertPosts, insertShortLinks } from './store-posts.ts'
import type { Target } from './targets.ts'

/** A post that will be stored. */
export interface DecidedPost {
  readonly post: Post
  readonly draft: DraftPost
  readonly parent: Target | undefined
  readonly quoted: Target | undefined
  /** True if the post is the author's first quote of the quoted post. */
  readonly isFirstQuote: boolean
}

/**
 * Stores posts, their counts and events. The caller must have locked the authors and the answered and quoted posts. The
 * statements are not awaited.
 */
export function storeNewPosts(tx: Tx, all: readonly DecidedPost[]): void {
  const counts = new CountChanges()
  for (const { post, parent, quoted, isFirstQuote } of all) {
    counts.addToUser(post.authorId, 'statuses', 1)
    if (parent !== undefined) counts.addToPost(parent.initialId, 'replies', 1)
    if (quoted !== undefined && isFirstQuote) counts.addToPost(quoted.initialId, 'quotes', 1)
    append(tx, post.createdAt, createdEvent(post, quoted))
  }
  const each = <Part>(part: (decided: DecidedPost) => readonly Part[]) =>
    all.flatMap((decided) => part(decided).map((one) => ({ ...one, postId: decided.post.id })))
  withoutAwaiting([
    insertPosts(
      tx,
      all.map(({ post, draft: { textKey } }) => ({ ...post, textKey })),
    ),
    insertMentions(
      tx,
      each(({ draft }) => draft.mentioned.map((userId) => ({ userId }))),
    ),
    insertShortLinks(
      tx,
      each(({ draft }) => draft.links),
    ),
    counts.store(tx),
  ])
}

function createdEvent(post: Post, quoted: Target | undefined): Event {
  const mentioned = (post.content.user_mentions ?? []).map(({ id_str }) => id_str)
  return {
    kind: 'post.created',
    user_id: post.authorId,
    post_id: post.id,
    in_reply_to_post_id: post.inReplyToPostId,
    in_reply_to_user_id: post.inReplyToUserId,
    quoted_id: post.quotedId,
    quoted_user_id: quoted?.authorId ?? null,
    reposted_id: null,
    reposted_user_id: null,
    mentioned: mentioned.length === 0 ? mentioned : [...new Set(mentioned)],
  }
}
