/** Visibility of lists, decided here for every reader (spec/v2-users-and-lists.md#list-visibility). */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/store.ts'
import { findUsers } from '../accounts/find-users.ts'
import { isHidden, type User } from '../accounts/user.ts'
import { Refusal, type Viewer } from '../context.ts'
import { type Relation, relationsOf } from '../graph/relations.ts'
import { findList, findLists } from './find-lists.ts'
import type { List } from './list.ts'

/** The reason why a list is hidden. */
export type UnseenList =
  /** The list does not exist or is private, or its owner is hidden. */
  | 'not-found'
  /** The owner is protected, and the viewer is not a follower. */
  | 'protected'
  | 'blocked-by-owner'

/** The fields of an owner that visibility depends on. */
type Owner = Pick<User, 'id' | 'isProtected' | 'suspendedAt' | 'deactivatedAt'>

/**
 * The reason why `viewer` does not see the list; undefined for a visible one.
 * @param tie relation of viewer to owner; undefined without one, and for apps
 */
export function whyListUnseen(
  list: Pick<List, 'ownerId' | 'isPrivate'> | undefined,
  owner: Owner | undefined,
  viewer: Viewer,
  tie: Pick<Relation, 'following' | 'blockedBy'> | undefined,
): UnseenList | undefined {
  if (list === undefined || owner === undefined || isHidden(owner)) return 'not-found'
  if (viewer.userId === list.ownerId) return undefined
  if (list.isPrivate) return 'not-found'
  if (tie?.blockedBy === true) return 'blocked-by-owner'
  if (owner.isProtected && tie?.following !== true) return 'protected'
  return undefined
}

/** A list, or the reason why the viewer does not see it. */
export type ListVisibility = List | UnseenList

/** The lists of these ids as the viewer sees them, in input order. At most a few hundred. */
export async function seeLists(
  reader: Reader,
  viewer: Viewer,
  ids: readonly bigint[],
): Promise<readonly ListVisibility[]> {
  const lists = await findLists(reader, ids)
  const ownerIds = [...new Set([...lists.values()].map(({ ownerId }) => ownerId))]
  const owners = await findUsers(reader, ownerIds)
  const ties = await relationsOf(reader, viewer.userId ?? NO_VIEWER, viewer.userId === null ? [] : ownerIds)
  return ids.map((id) => {
    const list = lists.get(id)
    if (list === undefined) return 'not-found'
    const { ownerId } = list
    return whyListUnseen(list, owners.get(ownerId), viewer, ties.get(ownerId)) ?? list
  })
}

/**
 * The list of that id.
 * @throws {Refusal} `list-not-found` when the viewer does not see it
 */
export async function requireVisibleList(reader: Reader, viewer: Viewer, id: bigint): Promise<List> {
  const [list] = await seeLists(reader, viewer, [id])
  if (list !== undefined && typeof list !== 'string') return list
  throw new Refusal('list-not-found', `there is no list with the id ${id}`)
}

/**
 * The user's own list of that id.
 * @throws {Refusal} `list-not-found` when the user does not see it, `list-not-own`
 */
export async function requireOwnList(reader: Reader, userId: bigint, id: bigint): Promise<List> {
  const list = await findList(reader, id)
  if (list?.ownerId === userId) return list
  await requireVisibleList(reader, { userId }, id)
  throw new Refusal('list-not-own', `the list ${id} is not a list of ${userId}`)
}

/** The parameter of {@link listIsVisible} for apps: no user has that id. */
export const NO_VIEWER = 0n

/** SQL for {@link whyListUnseen}, of a row of `lists`: five lookups by key. @param viewer an id or {@link NO_VIEWER} */
export function listIsVisible(viewer: RawBuilder<bigint>): RawBuilder<boolean> {
  return sql`(lists.owner_id = ${viewer} or (lists.is_private = 0
    and not exists (select 1 from hidden_users where hidden_users.user_id = lists.owner_id)
    and not exists (select 1 from blocks where blocks.user_id = lists.owner_id and blocks.blocked_id = ${viewer})
    and (exists (select 1 from users where users.id = lists.owner_id and users.is_protected = 0)
      or exists (select 1 from friends
        where friends.follower_id = ${viewer} and friends.followee_id = lists.owner_id))))`
}
