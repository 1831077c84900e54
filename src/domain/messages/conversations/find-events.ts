/** Reads events by id, for a user who has copies of them. */
import { sql } from 'kysely'
import { isItemFailure } from '../../../db/errors.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { GroupEventsTable, MessagesTable } from '../../../db/schema.ts'
import type { Reader } from '../../../db/store.ts'
import { messageIn } from '../record.ts'
import { type DmEvent, eventOfMessage } from './dm-event.ts'
import { groupEventIn } from './group-record.ts'

/** Called for each event that cannot be read, and that the result therefore omits. */
export type OnUnreadable = (id: bigint, error: unknown) => void

/**
 * The events with these ids, in the order of `ids`, except the events that the user has deleted.
 * @param ids at most a few hundred
 */
export async function findEvents(
  reader: Reader,
  userId: bigint,
  ids: readonly bigint[],
  onUnreadable: OnUnreadable,
): Promise<readonly DmEvent[]> {
  if (ids.length === 0) return []
  const parameters = { user: userId, ids: idList(ids) }
  const [messages, events] = await Promise.all([
    reader.rows(messagesByIds, parameters),
    reader.rows(groupEventsByIds, parameters),
  ])
  const found = new Map<bigint, DmEvent>()
  const add = <Row extends { readonly id: bigint }>(row: Row, eventIn: (row: Row) => DmEvent) => {
    try {
      found.set(row.id, eventIn(row))
    } catch (error) {
      if (!isItemFailure(error)) throw error
      onUnreadable(row.id, error)
    }
  }
  for (const row of messages) add(row, (each) => eventOfMessage(messageIn(each)))
  for (const row of events) add(row, groupEventIn)
  return ids.flatMap((id) => found.get(id) ?? [])
}

// Both statements look up two primary keys for each id.
const messagesByIds = query<{ user: bigint; ids: string }>()((k, p, engine) =>
  k
    .selectFrom('message_copies')
    .innerJoin('messages', 'messages.id', 'message_copies.message_id')
    .selectAll('messages')
    .where('message_copies.user_id', '=', p('user'))
    .where(sql<boolean>`message_copies.message_id in (select id from ${idsOf(p('ids'), engine)} as wanted)`)
    .$castTo<MessagesTable>(),
)

const groupEventsByIds = query<{ user: bigint; ids: string }>()((k, p, engine) =>
  k
    .selectFrom('group_copies')
    .innerJoin('group_events', 'group_events.id', 'group_copies.event_id')
    .selectAll('group_events')
    .where('group_copies.user_id', '=', p('user'))
    .where(sql<boolean>`group_copies.event_id in (select id from ${idsOf(p('ids'), engine)} as wanted)`)
    .$castTo<GroupEventsTable>(),
)
