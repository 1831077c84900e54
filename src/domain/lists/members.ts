/** Members of lists: their rows, the counters of lists and users, and the events. */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { addToMemberships } from '../accounts/memberships.ts'
import { LIST_LIMITS, type List } from './list.ts'

/** The kinds of events that contain members. */
type MembersKind = 'list.members_added' | 'list.members_removed' | 'list.members_recounted'

export interface NewMember {
  readonly userId: bigint
  readonly position: bigint
}

/** Adds members. The users must not be members yet. The caller must have locked the owner. */
export async function insertMembers(
  tx: Tx,
  now: number,
  list: List,
  members: readonly NewMember[],
): Promise<void> {
  const isPrivate = list.isPrivate ? 1 : 0
  const ids = members.map(({ userId }) => userId)
  await Promise.all([
    insertRows(
      tx,
      members.map(({ userId, position }) => [list.id, position, userId, isPrivate]),
    ),
    tx.run(addToMembers, { list: list.id, by: members.length }),
    addToMemberships(tx, list.isPrivate ? [] : ids, 1),
  ])
  appendMembers(tx, now, 'list.members_added', list, ids)
}

/** Removes members. The users must be members. The caller must have locked the owner. */
export async function removeMembers(tx: Tx, now: number, list: List, ids: readonly bigint[]): Promise<void> {
  await Promise.all([
    deleteRows(
      tx,
      ids.map((id) => [list.id, id]),
    ),
    tx.run(addToMembers, { list: list.id, by: -ids.length }),
    addToMemberships(tx, list.isPrivate ? [] : ids, -1),
  ])
  appendMembers(tx, now, 'list.members_removed', list, ids)
}

/**
 * Updates the members of a list that became private or public. For each member, updates the mark in the row and the
 * number of public lists.
 */
export async function recountMembers(tx: Tx, now: number, list: List): Promise<void> {
  const ids = await allMembers(tx, list.id)
  await Promise.all([
    tx.run(markMembers, { list: list.id, isPrivate: list.isPrivate ? 1 : 0 }),
    addToMemberships(tx, ids, list.isPrivate ? -1 : 1),
  ])
  appendMembers(tx, now, 'list.members_recounted', list, ids)
}

/** Ids of all members, at most {@link LIST_LIMITS.members}. */
export async function allMembers(reader: Reader, listId: bigint): Promise<readonly bigint[]> {
  return (await reader.rows(memberIds, { list: listId })).map(({ user_id }) => user_id)
}

/** Appends events with up to {@link LIST_LIMITS.changedMembers} members each. */
function appendMembers(tx: Tx, now: number, kind: MembersKind, list: List, ids: readonly bigint[]): void {
  for (let from = 0; from < ids.length; from += LIST_LIMITS.changedMembers) {
    const member_ids = ids.slice(from, from + LIST_LIMITS.changedMembers).map(String)
    append(tx, now, { kind, user_id: list.ownerId, list_id: list.id, member_ids })
  }
}

const insertRows = bulk(
  { list_id: 'integer', position: 'integer', user_id: 'integer', is_private: 'integer' },
  (k, rows) =>
    k.insertInto('list_members').columns(['list_id', 'position', 'user_id', 'is_private']).expression(rows),
)

const deleteRows = bulk({ list_id: 'integer', user_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('list_members').where(listed),
)

const addToMembers = query<{ list: bigint; by: number }>()(
  (_, p) => sql`update lists set member_count = member_count + ${p('by')} where id = ${p('list')}`,
)

const memberIds = query<{ list: bigint }>()((k, p) =>
  k.selectFrom('list_members').select('user_id').where('list_id', '=', p('list')),
)

const markMembers = query<{ list: bigint; isPrivate: number }>()((k, p) =>
  k
    .updateTable('list_members')
    .set({ is_private: p('isPrivate') })
    .where('list_id', '=', p('list')),
)
