/** POST 2/dm_conversations/with/:participant_id/messages (spec/v2-messages-and-media.md#messages). */
import { sendsMessages } from '../../../_v2/messages/new-message.ts'
import { WITH_PARTICIPANT } from '../../../_v2/messages/path-conversations.ts'

export const v2SendToParticipant = sendsMessages(
  '/2/dm_conversations/with/:participant_id/messages',
  'Sends a direct message to a user.',
  WITH_PARTICIPANT,
)
