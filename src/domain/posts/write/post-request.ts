/** A post that somebody asks to write, before and after it is decided on. */

import { NO_COUNTS, type Post } from '../post.ts'
import type { DraftPost } from './draft-post.ts'
import type { Target } from './targets.ts'

export interface PostRequest {
  readonly draft: DraftPost
  readonly id: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Whether there is an end to how many posts the author may write. */
  readonly isLimited: boolean
}

/** The post as it will be, with what it answers and quotes. */
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
