/**
 * A reference model of the follows around one user. The model consists of two arrays, newest first. Tests
 * compare commands and pages with this model.
 */

import { query } from '../../../src/db/query.ts'
import type { Reader } from '../../../src/db/store.ts'
import { changeUserState } from '../../../src/domain/accounts/change-user-state.ts'
import type { Context } from '../../../src/domain/context.ts'
import { follow, unfollow } from '../../../src/domain/graph/follow.ts'
import * as fc from '../properties.ts'

/** The lists of a user that are paged. */
export type ListName = 'followers' | 'friends'

/** A change around the user who has the lists. `member` is the index of another user, from 0. */
export type Change =
  | { readonly kind: 'follow' | 'unfollow'; readonly list: ListName; readonly member: number }
  | { readonly kind: 'suspend' | 'unsuspend' | 'deactivate' | 'reactivate'; readonly member: number }

/** Changes among members. Most are follows, so that lists grow. */
export function changes(members: number, longest: number): fc.Arbitrary<Change[]> {
  const member = fc.nat({ max: members - 1 })
  const list = fc.constantFrom<ListName>('followers', 'friends')
  const change: fc.Arbitrary<Change> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('follow' as const), list, member }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('unfollow' as const), list, member }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('suspend', 'unsuspend', 'deactivate', 'reactivate'),
        member,
      }),
    },
  )
  return fc.array(change, { maxLength: longest })
}

export class GraphModel {
  readonly owner: bigint
  readonly members: readonly bigint[]
  /** The members of each list, newest edge first. */
  readonly lists: Record<ListName, bigint[]> = { followers: [], friends: [] }
  readonly #suspended = new Set<bigint>()
  readonly #deactivated = new Set<bigint>()

  constructor(owner: bigint, members: readonly bigint[]) {
    this.owner = owner
    this.members = members
  }

  isHidden(member: bigint): boolean {
    return this.#suspended.has(member) || this.#deactivated.has(member)
  }

  /** The visible members of a list, newest first. */
  visible(list: ListName): bigint[] {
    return this.lists[list].filter((member) => !this.isHidden(member))
  }

  /** Applies a change to the model. @returns true if the command must change something */
  apply(change: Change): boolean {
    const member = this.member(change)
    switch (change.kind) {
      case 'follow': {
        const list = this.lists[change.list]
        const isRefused = change.list === 'friends' && this.isHidden(member)
        if (isRefused || list.includes(member)) return false
        list.unshift(member)
        return true
      }
      case 'unfollow': {
        const list = this.lists[change.list]
        const at = list.indexOf(member)
        if (at >= 0) list.splice(at, 1)
        return at >= 0
      }
      case 'suspend':
        return addTo(this.#suspended, member)
      case 'unsuspend':
        return this.#suspended.delete(member)
      case 'deactivate':
        return addTo(this.#deactivated, member)
      case 'reactivate':
        return this.#deactivated.delete(member)
    }
  }

  member({ member }: Change): bigint {
    const id = this.members[member]
    if (id === undefined) throw new RangeError(`there is no member ${member}`)
    return id
  }
}

/**
 * Runs the command of a change. @returns true if the command changed data; false also when the command is
 * refused
 */
export async function perform(context: Context, model: GraphModel, change: Change): Promise<boolean> {
  const member = model.member(change)
  try {
    if (change.kind !== 'follow' && change.kind !== 'unfollow') {
      await changeUserState(context, { userId: member, action: change.kind })
      return true
    }
    const edge =
      change.list === 'followers'
        ? { follower: member, followee: model.owner }
        : { follower: model.owner, followee: member }
    if (change.kind === 'follow') return (await follow(context, edge)).outcome === 'followed'
    return await unfollow(context, edge)
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') return false
    throw error
  }
}

/** A stored edge. */
export interface StoredEdge {
  readonly member: bigint
  readonly position: bigint
}

/** Stored edges of a list, newest first, including hidden members. */
export async function storedEdges(reader: Reader, owner: bigint, list: ListName): Promise<StoredEdge[]> {
  if (list === 'followers') {
    const rows = await reader.rows(followersOf, { owner })
    return rows.map(({ follower_id: member, position }) => ({ member, position }))
  }
  const rows = await reader.rows(friendsOf, { owner })
  return rows.map(({ followee_id: member, position }) => ({ member, position }))
}

function addTo(set: Set<bigint>, member: bigint): boolean {
  if (set.has(member)) return false
  set.add(member)
  return true
}

const followersOf = query<{ owner: bigint }>()((k, p) =>
  k
    .selectFrom('followers')
    .select(['follower_id', 'position'])
    .where('followee_id', '=', p('owner'))
    .orderBy('position', 'desc'),
)

const friendsOf = query<{ owner: bigint }>()((k, p) =>
  k
    .selectFrom('friends')
    .select(['followee_id', 'position'])
    .where('follower_id', '=', p('owner'))
    .orderBy('position', 'desc'),
)
