/** Repairs the conversations of replies that were imported before the answered posts. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { PostsTable } from '../../../db/schema.ts'
import type { Tx } from '../../../db/store.ts'
import { checksumOfPost } from '../checksum.ts'
import type { PlannedPost } from './imported-post.ts'
import { replacePosts } from './store-imported-posts.ts'

/** A stored post and its conversation. */
export interface MovedPost {
  readonly post: Pick<PlannedPost['post'], 'id'>
  readonly conversationId: bigint
}

/**
 * Corrects the conversations of replies. A reply to a missing post begins a conversation with the id of that post. If
 * that post is imported later and is a reply itself, its direct and indirect replies join its conversation. So the
 * result does not depend on the order of imports.
 * @param stored posts that this transaction has stored
 * @returns ids of the posts whose conversation changed
 */
export async function repairConversations(tx: Tx, stored: readonly MovedPost[]): Promise<readonly bigint[]> {
  const moved: bigint[] = []
  // The assumed and the correct conversation, for each id of an answered post.
  let answered = new Map(
    stored
      .filter(({ post, conversationId }) => conversationId !== post.id)
      .map(({ post, conversationId }) => [post.id, { from: post.id, to: conversationId }]),
  )
  while (answered.size > 0) {
    const replies = await tx.rows(repliesTo, { ids: idList([...answered.keys()]) })
    const next: typeof answered = new Map()
    const mended = replies.flatMap((row) => {
      const move = answered.get(row.in_reply_to_post_id ?? 0n)
      if (move === undefined || row.conversation_id !== move.from) return []
      next.set(row.id, move)
      return [{ ...row, conversation_id: move.to }]
    })
    await replacePosts(
      tx,
      mended.map((row) => ({ ...row, checksum: checksumOfPost(row) })),
    )
    moved.push(...next.keys())
    answered = next
  }
  return moved
}

// Uses the index posts_replies.
const repliesTo = query<{ ids: string }>()(
  (_, p, engine) => sql<PostsTable>`
    select posts.* from ${idsOf(p('ids'), engine)} as wanted
    join posts on posts.in_reply_to_post_id = wanted.id order by posts.id`,
)
