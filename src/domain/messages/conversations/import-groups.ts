/** Imports group conversations in batches: one transaction and one log event for each batch. */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { insertMissingUsers } from '../../accounts/insert-missing-users.ts'
import type { Context } from '../../context.ts'
import type { MessageContent } from '../content.ts'
import { type MessagePicture, withPicture } from '../import-messages.ts'
import { groupChecksumOf } from './group-record.ts'

export interface ImportedGroup {
  readonly id: bigint
  readonly creatorId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Members, with the id of the first event that each of them can read. */
  readonly members: ReadonlyMap<bigint, bigint>
}

interface EventBase {
  readonly id: bigint
  readonly groupId: bigint
  readonly senderId: bigint
  /** Milliseconds since the Unix epoch; undefined when the id of the event contains the time. */
  readonly sentAt: number | undefined
}

export type ImportedGroupEvent =
  | (EventBase & { readonly kind: 'message'; readonly content: MessageContent })
  | (EventBase & { readonly kind: 'join'; readonly joinedIds: readonly bigint[] })

/** Selects the ids that no stored or erased event has. @param ids at most a few thousand */
export async function groupEventsUnknown(
  reader: Reader,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await reader.rows(eventsThere, { ids: idList(ids) })
  const there = new Set(rows.map(({ id }) => id))
  return new Set(ids.filter((id) => !there.has(id)))
}

/**
 * Imports missing events, with copies for the members, and missing groups, members and users. Events and copies that
 * were deleted on this server stay deleted. Existing members stay members.
 * @param groups the groups to which the events belong
 * @param note the function that stores the progress of the import, called inside the transaction
 * @param pictures media to attach to new messages, by event id
 */
export async function importGroupEvents(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  groups: readonly ImportedGroup[],
  events: readonly ImportedGroupEvent[],
  note: (tx: Tx, imported: number) => Promise<void>,
  pictures: ReadonlyMap<bigint, MessagePicture>,
): Promise<void> {
  const now = clock.now()
  const byGroup = new Map(groups.map((group) => [group.id, group]))
  const byId = new Map(events.map((event) => [event.id, event]))
  const sorted = [...byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  await store.writeAlone(async (tx) => {
    await insertMissingUsers(tx, usersIn(groups, sorted), now)
    await insertGroups(
      tx,
      groups.map(({ id, creatorId, createdAt }) => [id, creatorId, createdAt]),
    )
    await insertMembers(
      tx,
      groups.flatMap(({ id, members }) => [...members.keys()].map((user) => [id, user])),
    )
    const unknown = await groupEventsUnknown(tx, [...pictures.keys()])
    const rows: ReturnType<typeof rowOf>[] = []
    for (const event of sorted) {
      const picture = unknown.has(event.id) ? pictures.get(event.id) : undefined
      const isShowing = event.kind === 'message' && picture !== undefined
      rows.push(
        rowOf(
          isShowing
            ? { ...event, content: await withPicture(tx, event.id, event.content, picture, now) }
            : event,
        ),
      )
    }
    const added = await insertEvents(tx, rows)
    await insertCopies(
      tx,
      added.flatMap(([id]) => {
        const event = byId.get(id as bigint)
        return event === undefined ? [] : copiesOf(event, byGroup.get(event.groupId))
      }),
    )
    if (added.length > 0) {
      append(tx, now, {
        kind: 'import.applied',
        of: 'messages',
        lines: events.length,
        imported: added.length,
      })
    }
    await note(tx, added.length)
  })
}

function usersIn(groups: readonly ImportedGroup[], events: readonly ImportedGroupEvent[]): Set<bigint> {
  return new Set([
    ...groups.flatMap(({ creatorId, members }) => [creatorId, ...members.keys()]),
    ...events.flatMap((event) => [event.senderId, ...(event.kind === 'join' ? event.joinedIds : [])]),
  ])
}

function rowOf(event: ImportedGroupEvent) {
  const { id, groupId, kind, senderId } = event
  const content = JSON.stringify(event.kind === 'join' ? event.joinedIds.map(String) : event.content)
  const sentAt = event.sentAt ?? null
  const facts = { id, group_id: groupId, kind, sender_id: senderId, app_id: null, content, sent_at: sentAt }
  const checksum = groupChecksumOf({ ...facts, erased_at: null })
  return [id, groupId, kind, senderId, content, sentAt, checksum] as const
}

function copiesOf({ id, kind }: ImportedGroupEvent, group: ImportedGroup | undefined) {
  if (group === undefined) return []
  return [...group.members]
    .filter(([, first]) => id >= first)
    .map(([user]) => [user, id, group.id, kind] as const)
}

// Uses the primary key for each id.
const eventsThere = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select group_events.id from ${idsOf(p('ids'), engine)} as wanted
      join group_events on group_events.id = wanted.id`,
)

const insertGroups = bulk({ id: 'integer', creator_id: 'integer', created_at: 'integer' }, (k, rows) =>
  k
    .insertInto('message_groups')
    .columns(['id', 'creator_id', 'created_at'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

const insertMembers = bulk({ group_id: 'integer', user_id: 'integer' }, (k, rows) =>
  k
    .insertInto('group_members')
    .columns(['group_id', 'user_id'])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

const insertEvents = bulk(
  {
    id: 'integer',
    group_id: 'integer',
    kind: 'text',
    sender_id: 'integer',
    content: 'text',
    sent_at: 'integer',
    checksum: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('group_events')
      .columns(['id', 'group_id', 'kind', 'sender_id', 'content', 'sent_at', 'checksum'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
  'id',
)

const insertCopies = bulk(
  { user_id: 'integer', event_id: 'integer', group_id: 'integer', kind: 'text' },
  (k, rows) =>
    k
      .insertInto('group_copies')
      .columns(['user_id', 'event_id', 'group_id', 'kind'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)
