/** POST 2/dm_conversations/:id/messages (spec/v2-messages-and-media.md#messages). */
import { sendsMessages } from '../../_v2/messages/new-message.ts'
import { BY_ID } from '../../_v2/messages/path-conversations.ts'

export const v2SendToConversation = sendsMessages(
  '/2/dm_conversations/:id/messages',
  'Sends a direct message to a conversation.',
  BY_ID,
)
