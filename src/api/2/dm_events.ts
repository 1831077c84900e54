/** GET 2/dm_events, GET and DELETE 2/dm_events/:event_id (spec/v2-messages-and-media.md#messages). */
import { dmEventDeletion } from '../_v2/messages/delete-event.ts'
import { dmEventPages } from '../_v2/messages/dm-pages.ts'
import { dmEventLookup } from '../_v2/messages/one-event.ts'

export const v2DmEvents = dmEventPages(
  '/2/dm_events',
  'Events of all conversations of the user, newest first.',
  undefined,
)

export const v2DmEvent = dmEventLookup('/2/dm_events/:event_id')

export const v2DeleteDmEvent = dmEventDeletion('/2/dm_events/:event_id')
