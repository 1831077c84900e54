/** GET 2/dm_conversations/with/:participant_id/dm_events (spec/v2-messages-and-media.md#messages). */
import { dmEventPages } from '../../../_v2/messages/dm-pages.ts'
import { WITH_PARTICIPANT } from '../../../_v2/messages/path-conversations.ts'

export const v2EventsWithParticipant = dmEventPages(
  '/2/dm_conversations/with/:participant_id/dm_events',
  'Events of the conversation with a user, newest first.',
  WITH_PARTICIPANT,
)
