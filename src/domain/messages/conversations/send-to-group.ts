import type { Tx } from '../../../db/store.ts'
import { randomSlug } from '../../../text/links.ts'
import { type Context, Refusal } from '../../context.ts'
import { compose } from '../compose.ts'
import type { MessageContent } from '../content.ts'
import { type Draft, MAX_MESSAGE_LENGTH } from '../draft.ts'
import { withMedia } from '../media.ts'
import { insertGroupEvent, membersOf } from './groups.ts'

export interface SendToGroupInput {
  readonly senderId: bigint
  readonly groupId: bigint
  /** The app that the sender uses. */
  readonly appId: bigint | null
  readonly draft: Draft
}

/**
 * Sends a message to all members of a group.
 * @returns the id of the event
 * @throws {Refusal} `not-a-member`, also for a group that does not exist; `message-empty`, `message-too-long`,
 *   `media-not-found`, `media-invalid`
 */
export async function sendToGroup(context: Context, input: SendToGroupInput): Promise<bigint> {
  const { senderId, groupId, appId, draft } = input
  const content = await compose(context, draft, MAX_MESSAGE_LENGTH)
  const eventId = await context.ids.make()
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    const members = await membersOf(tx, groupId)
    if (!members.includes(senderId)) {
      throw new Refusal('not-a-member', `${senderId} is not a member of the group ${groupId}`)
    }
    const whole = await contentFor(context, tx, { senderId, eventId, draft, now }, content)
    const facts = {
      ...{ id: eventId, group_id: groupId, sender_id: senderId, app_id: appId },
      kind: 'message',
      content: JSON.stringify(whole),
    }
    await insertGroupEvent(tx, facts, members, now)
  })
  return eventId
}

interface GroupMessage {
  readonly senderId: bigint
  readonly eventId: bigint
  readonly draft: Draft
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The content of a draft, with its media if it has any. @throws {Refusal} `media-not-found`, `media-invalid` */
export async function contentFor(
  { random }: Pick<Context, 'random'>,
  tx: Tx,
  { senderId, eventId, draft: { mediaId }, now }: GroupMessage,
  content: MessageContent,
): Promise<MessageContent> {
  if (mediaId === undefined) return content
  const slug = randomSlug(random)
  return withMedia(tx, content, { ownerId: senderId, messageId: eventId, mediaId, slug, now })
}
