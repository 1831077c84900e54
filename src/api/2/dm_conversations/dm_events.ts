/** GET 2/dm_conversations/:id/dm_events (spec/v2-messages-and-media.md#messages). */
import { dmEventPages } from '../../_v2/messages/dm-pages.ts'
import { BY_ID } from '../../_v2/messages/path-conversations.ts'

export const v2ConversationEvents = dmEventPages(
  '/2/dm_conversations/:id/dm_events',
  'Events of a conversation, newest first.',
  BY_ID,
)
