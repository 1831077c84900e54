/** Builds follows, posts and messages. Each builder runs a command of the domain, with chosen ids and times. */
import type { Context } from '../../domain/context.ts'
import { type FollowOutcome, follow } from '../../domain/graph/follow.ts'
import type { Message } from '../../domain/messages/record.ts'
import { sendMessage } from '../../domain/messages/send.ts'
import type { Post } from '../../domain/posts/post.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { like } from '../../domain/posts/write/like.ts'
import { repost } from '../../domain/posts/write/repost.ts'
import type { WritingContext } from '../../domain/posts/write/written-posts.ts'
import { type Chosen, chosenContext } from './fixed-context.ts'

export interface PostInput extends Chosen {
  readonly authorId: bigint
  readonly text: string
  readonly inReplyToId?: bigint | undefined
  readonly quoteId?: bigint | undefined
  /** Ids of the users who like the post; `reposts` has the ids of the users who repost it. */
  readonly likes?: readonly bigint[] | undefined
  readonly reposts?: readonly bigint[] | undefined
}

/**
 * Creates a post, without the daily limit. @throws {Refusal} under the conditions of `createPost`, `like` and
 * `repost`
 */
export async function buildPost(context: WritingContext, { id, at, ...input }: PostInput): Promise<Post> {
  const { likes = [], reposts = [], ...written } = input
  const post = await createPost(chosenContext(context, { id, at }), { ...written, isLimited: false })
  for (const userId of likes) await like(context, { userId, postId: post.id })
  for (const userId of reposts) await repost(context, { userId, postId: post.id, isLimited: false })
  return post
}

export interface FollowInput {
  readonly follower: bigint
  readonly followee: bigint
}

/**
 * Makes a user follow another user, without the limit on follows. @throws {Refusal} under the conditions of `follow`
 */
export async function buildFollow(context: Context, input: FollowInput): Promise<FollowOutcome> {
  return (await follow(context, { ...input, isLimited: false })).outcome
}

export interface MessageInput extends Chosen {
  readonly senderId: bigint
  readonly recipientId: bigint
  readonly text: string
}

/** Sends a direct message. @throws {Refusal} under the conditions of `sendMessage` */
export function buildMessage(
  context: Context,
  { id, at, senderId, recipientId, text }: MessageInput,
): Promise<Message> {
  return sendMessage(chosenContext(context, { id, at }), {
    senderId,
    recipientId,
    appId: null,
    draft: { text },
  })
}
