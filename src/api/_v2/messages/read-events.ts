/** Reads direct message events for a user. An event that cannot be read is recorded and left out. */
import type { DmEvent } from '../../../domain/messages/conversations/dm-event.ts'
import {
  type EventIdPage,
  type EventPageInput,
  eventIds,
} from '../../../domain/messages/conversations/event-ids.ts'
import { findEvents } from '../../../domain/messages/conversations/find-events.ts'
import type { Services } from '../../_services.ts'

export interface EventPage extends EventIdPage {
  /** Newest first. */
  readonly events: readonly DmEvent[]
}

export async function readEventPage(services: Services, input: EventPageInput): Promise<EventPage> {
  const page = await eventIds(services.store, input)
  return { ...page, events: await readEvents(services, input.userId, page.ids) }
}

/** The events among `ids` that the user may see, in the order of `ids`. */
export function readEvents(
  { store, onFailedRow }: Services,
  userId: bigint,
  ids: readonly bigint[],
): Promise<readonly DmEvent[]> {
  return findEvents(store, userId, ids, (id, error) => onFailedRow('message', id, error))
}
