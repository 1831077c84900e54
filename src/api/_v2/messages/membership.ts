/** Checks that a user is a member of a conversation. */
import type { Conversation } from '../../../domain/messages/conversations/conversation-id.ts'
import { isMember } from '../../../domain/messages/conversations/groups.ts'
import { Problem } from '../../_problems.ts'
import type { Services } from '../../_services.ts'

/** @throws {Problem} `forbidden` for a conversation of which the user is not a member */
export async function requireMembership(
  { store }: Services,
  conversation: Conversation | undefined,
  userId: bigint,
): Promise<void> {
  const isAllowed =
    conversation?.kind === 'pair' ||
    (conversation?.kind === 'group' && (await isMember(store, conversation.groupId, userId)))
  if (!isAllowed) throw notAMember()
}

/** The error for a conversation of which the user is not a member. */
export function notAMember(): Problem {
  return new Problem('forbidden', 'You are not a participant of this conversation.')
}
