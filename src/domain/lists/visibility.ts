/**
 * Decides who can see a list. All code that shows lists uses these functions
 * (spec/v2-users-and-lists.md#list-visibility).
 */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/store.ts'
import { findUsers } from '../accounts/find-users.ts'
import { isHidden, type User } from '../accounts/user.ts'
import { Refusal, type Viewer } from '../context.ts'
import { type Relation, relationsOf } from '../graph/relations.ts'
import { findList, findLists } from './find-lists.ts'
import type { List } from './list.ts'

/** The reason why a viewer cannot see a list. */
export type UnseenList =
  /** The list does not exist or is private, or its owner is hidden. */
  | 'not-found'
  /** The owner is protected, and the viewer is not a follower. */
  | 'protected'
  | 'blocked-by-owner'

/** The fields of an owner on which the visibility of lists depends. */
type Owner = Pick<User, 'id' | 'isProtected' | 'suspendedAt' | 'deactivatedAt'>

/**
 * The reason why `viewer` cannot see the list; undefined for a visible list.
 * @param tie relation of viewer to owner; undefined for an app, and if the relation was not read
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

/** A list, or the reason why the viewer cannot see it. */
export type ListVisibility = List | UnseenList

/**
 * The lists with these ids as the viewer sees them, in the order of the input. Pass at most a few hundred
 * ids.
 */
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
 * The list with an id.
 * @throws {Refusal} `list-not-found` when the viewer cannot see the list
 */
export async function requireVisibleList(reader: Reader, viewer: Viewer, id: bigint): Promise<List> {
  const [list] = await seeLists(reader, viewer, [id])
  if (list !== undefined && typeof list !== 'string') return list
  throw new Refusal('list-not-found', `there is no list with the id ${id}`)
}

/**
 * The list with an id, which the user must own.
 * @throws {Refusal} `list-not-found` when the user cannot see the list; `list-not-own`
 */
export async function requireOwnList(reader: Reader, userId: bigint, id: bigint): Promise<List> {
  const list = await findList(reader, id)
  if (list?.ownerId === userId) return list
  await requireVisibleList(reader, { userId }, id)
  throw new Refusal('list-not-own', `the list ${id} is not a list of ${userId}`)
}

/** The id of the viewer in {@link listIsVisible} for requests of apps. No user has this id. */
export const NO_VIEWER = 0n

/**
 * SQL for the rule of {@link whyListUnseen}, applied to a row of `lists`. Looks up four keys. @param viewer
 * an id, or {@link NO_VIEWER}
 */
export function listIsVisible(viewer: RawBuilder<bigint>): RawBuilder<boolean> {
  return sql`(lists.owner_id = ${viewer} or (lists.is_private = 0
    and not exists (select 1 from hidden_users where hidden_users.user_id = lists.owner_id)
    and not exists (select 1 from blocks where blocks.user_id = lists.owner_id and blocks.blocked_id = ${viewer})
    and (exists (select 1 from users where users.id = lists.owner_id and users.is_protected = 0)
      or exists (select 1 from friends
        where friends.follower_id = ${viewer} and friends.followee_id = lists.owner_id))))`
}
