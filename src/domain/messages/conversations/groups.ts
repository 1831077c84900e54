/** Stores groups, their members, and new events of groups. */
import { bulk } from '../../../db/bulk.ts'
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { type GroupEventFacts, groupChecksumOf } from './group-record.ts'

/** Minimum and maximum number of members of a group, in addition to the creator. */
export const MIN_PARTICIPANTS = 2
export const MAX_PARTICIPANTS = 49

/** True if the user is a member of the group. */
export async function isMember(reader: Reader, groupId: bigint, userId: bigint): Promise<boolean> {
  return (await reader.first(memberOf, { group: groupId, user: userId })) !== undefined
}

/** Ids of all members, at most {@link MAX_PARTICIPANTS} + 1; empty for an unknown group. */
export async function membersOf(reader: Reader, groupId: bigint): Promise<readonly bigint[]> {
  return (await reader.rows(membersOfGroup, { group: groupId })).map(({ user_id }) => user_id)
}

/** Creates a group with its members. */
export async function insertGroup(
  tx: Tx,
  group: { readonly id: bigint; readonly creatorId: bigint; readonly now: number },
  members: readonly bigint[],
): Promise<void> {
  await tx.run(insertGroupRow, { id: group.id, creator: group.creatorId, now: group.now })
  await insertMembers(
    tx,
    members.map((user) => [group.id, user]),
  )
}

/** Stores an event with a copy for each member. @param now milliseconds since the Unix epoch */
export async function insertGroupEvent(
  tx: Tx,
  facts: Omit<GroupEventFacts, 'erased_at' | 'sent_at'>,
  members: readonly bigint[],
  now: number,
): Promise<void> {
  const { id, group_id, kind, sender_id, app_id, content } = facts
  const checksum = groupChecksumOf({ ...facts, erased_at: null, sent_at: null })
  await insertEvents(tx, [[id, group_id, kind, sender_id, app_id, content, checksum]])
  await insertCopies(
    tx,
    members.map((user) => [user, id, group_id, kind]),
  )
  append(tx, now, { kind: 'group.event_created', user_id: sender_id, group_id, event_id: id, app_id })
}

const memberOf = query<{ group: bigint; user: bigint }>()((k, p) =>
  k
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', p('group'))
    .where('user_id', '=', p('user')),
)

const membersOfGroup = query<{ group: bigint }>()((k, p) =>
  k.selectFrom('group_members').select('user_id').where('group_id', '=', p('group')).orderBy('user_id'),
)

const insertGroupRow = query<{ id: bigint; creator: bigint; now: number }>()((k, p) =>
  k.insertInto('message_groups').values({ id: p('id'), creator_id: p('creator'), created_at: p('now') }),
)

const insertMembers = bulk({ group_id: 'integer', user_id: 'integer' }, (k, rows) =>
  k.insertInto('group_members').columns(['group_id', 'user_id']).expression(rows),
)

const insertEvents = bulk(
  {
    id: 'integer',
    group_id: 'integer',
    kind: 'text',
    sender_id: 'integer',
    app_id: 'integer',
    content: 'text',
    checksum: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('group_events')
      .columns(['id', 'group_id', 'kind', 'sender_id', 'app_id', 'content', 'checksum'])
      .expression(rows),
)

const insertCopies = bulk(
  { user_id: 'integer', event_id: 'integer', group_id: 'integer', kind: 'text' },
  (k, rows) =>
    k.insertInto('group_copies').columns(['user_id', 'event_id', 'group_id', 'kind']).expression(rows),
)
