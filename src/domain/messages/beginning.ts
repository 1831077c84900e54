/** The part of a message that refers to its origin: a quick reply option, a post, or a welcome message. */
import { type Context, Refusal } from '../context.ts'
import { readTargets } from '../posts/write/targets.ts'
import type { InitiatedVia, MessageContent } from './content.ts'
import { type Draft, invalid } from './draft.ts'
import { lastOptions } from './find-messages.ts'
import type { Correspondents } from './messaging-state.ts'
import { findWelcomeMessage } from './welcome-messages.ts'

/** Origin of the conversation, if the sender gives an origin. */
export interface Via {
  readonly postId: bigint | undefined
  readonly welcomeMessageId: bigint | undefined
}

/** A message that begins a conversation or answers another message. */
export interface Beginning extends Correspondents {
  readonly draft: Draft
  readonly initiatedVia?: Via | undefined
  readonly customProfileId?: bigint | undefined
}

/** The members of the content that describe the origin. @throws {Refusal} `message-invalid` */
export async function beginningOf(
  { store }: Context,
  { senderId, recipientId, draft, initiatedVia, customProfileId }: Beginning,
): Promise<Partial<MessageContent>> {
  if (draft.response !== undefined) {
    const offered = await lastOptions(store, { senderId: recipientId, recipientId: senderId })
    const { metadata } = draft.response
    const isOffered = offered.some((option) => option.label === draft.text && option.metadata === metadata)
    if (!isOffered) throw invalid('quick_reply_response', 'no option of the last message is so')
  }
  const via =
    initiatedVia === undefined
      ? undefined
      : await requireVia({ store }, { senderId, recipientId }, initiatedVia)
  return {
    ...(via === undefined ? {} : { initiated_via: via }),
    ...(customProfileId === undefined ? {} : { custom_profile_id: String(customProfileId) }),
  }
}

/**
 * Requires that the welcome message belongs to the recipient, and that the sender can see the post. Invisible and
 * missing posts get the same refusal, so that a client cannot distinguish them.
 */
async function requireVia(
  { store }: Pick<Context, 'store'>,
  { senderId, recipientId }: Correspondents,
  { postId, welcomeMessageId }: Via,
): Promise<InitiatedVia> {
  if (postId !== undefined) {
    const aim = { userId: senderId, postId }
    const target = (await readTargets(store, [aim])).of(aim)
    if (target === undefined || target.unseen !== undefined) {
      throw new Refusal('message-invalid', 'initiated_via.tweet_id: the sender sees no such post')
    }
  }
  if (welcomeMessageId !== undefined) {
    const known = await findWelcomeMessage(store, { id: welcomeMessageId, userId: recipientId })
    if (known === undefined) {
      throw new Refusal('message-invalid', 'initiated_via.welcome_message_id: the recipient has no such one')
    }
  }
  return {
    ...(postId === undefined ? {} : { tweet_id: String(postId) }),
    ...(welcomeMessageId === undefined ? {} : { welcome_message_id: String(welcomeMessageId) }),
  }
}
