/** Events of conversations between two users and of groups, in one form. */
import type { MessageContent } from '../content.ts'
import type { Message } from '../record.ts'
import { pairConversationId } from './conversation-id.ts'

export type DmEventKind = 'message' | 'join'

/** An event as a member sees it. */
export interface DmEvent {
  readonly kind: DmEventKind
  readonly id: bigint
  /** Milliseconds since the Unix epoch; undefined when the id contains the time. */
  readonly sentAt: number | undefined
  readonly conversationId: string
  readonly senderId: bigint
  /** Undefined for events that are not messages. */
  readonly content: MessageContent | undefined
  /** Users who joined the conversation; empty for a message. */
  readonly participantIds: readonly bigint[]
}

export function eventOfMessage({ id, sentAt, senderId, recipientId, content }: Message): DmEvent {
  const conversationId = pairConversationId(senderId, recipientId)
  return { kind: 'message', id, sentAt, conversationId, senderId, content, participantIds: [] }
}
