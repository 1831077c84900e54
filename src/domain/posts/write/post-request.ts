/** Defines a request for a new post, and builds the post of the request. */

import { NO_COUNTS, type Post } from '../post.ts'
import type { DraftPost } from './draft-post.ts'
import type { Target } from './targets.ts'

export interface PostRequest {
  readonly draft: DraftPost
  readonly id: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** True when the daily limit applies to the author. */
  readonly isLimited: boolean
}

/** Builds the post of a request, with references to the answered and quoted posts. */
export function postOf(
  { draft: { authorId, replyToUserId, content, geo }, id, now }: PostRequest,
  parent?: Target,
  quoted?: Target,
): Post {
  return {
    id,
    authorId,
    createdAt: now,
    initialId: id,
    latestId: id,
    history: undefined,
    inReplyToPostId: parent?.id ?? null,
    inReplyToUserId: replyToUserId,
    quotedId: quoted?.id ?? null,
    repostedId: null,
    conversationId: parent?.conversationId ?? id,
    content,
    geo,
    counts: NO_COUNTS,
    droppedAt: null,
    hiddenAt: null,
    withheldInCountries: [],
  }
}
