/** Signals of a conversation that are not messages: typing, and read receipts. */
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { findMessage } from './find-messages.ts'
import {
  type Correspondents,
  readMessagingStates,
  requireMayMessage,
  requireReachable,
} from './messaging-state.ts'

/** Appends a typing event for the recipient. @throws {Refusal} as `requireMayMessage` */
export async function announceTyping(
  context: Context,
  { senderId, recipientId }: Correspondents,
): Promise<void> {
  const [footing] = await readMessagingStates(context.store, [{ senderId, recipientId }])
  requireMayMessage(footing)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    append(tx, now, { kind: 'message.typing', user_id: senderId, recipient_id: recipientId })
  })
}

export interface ReadInput {
  readonly readerId: bigint
  /** The other participant. */
  readonly writerId: bigint
  /** The last message that the reader has read. */
  readonly messageId: bigint
}

/**
 * Appends a read event for the other participant.
 * @throws {Refusal} `message-not-found` for a message of another conversation, and for a message that the
 *   reader has deleted; the reasons of `requireReachable`, because a block also stops read receipts
 */
export async function markRead(
  context: Context,
  { readerId, writerId, messageId }: ReadInput,
): Promise<void> {
  const message = await findMessage(context.store, { id: messageId, userId: readerId })
  const ends = [message?.senderId, message?.recipientId]
  if (!ends.includes(writerId) || !ends.includes(readerId)) {
    throw new Refusal('message-not-found', `there is no message ${messageId} between the two`)
  }
  const [footing] = await readMessagingStates(context.store, [{ senderId: readerId, recipientId: writerId }])
  requireReachable(footing)
  const now = context.clock.now()
  const read = { user_id: readerId, recipient_id: writerId, last_read_event_id: messageId }
  await context.store.write(async (tx) => append(tx, now, { kind: 'message.read', ...read }))
}
