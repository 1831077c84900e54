/** Decides who can see the followers and friends of a user. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { UserFacts } from '../accounts/user.ts'
import type { Viewer } from '../context.ts'

/**
 * True if `viewer` can see the followers and friends of `target`. A public user is visible to every viewer. A protected
 * user is visible only to the user and to followers.
 */
export async function maySeeConnections(reader: Reader, viewer: Viewer, target: UserFacts): Promise<boolean> {
  if (!target.isProtected || viewer.userId === target.id) return true
  if (viewer.userId === null) return false
  return isFollowing(reader, viewer.userId, target.id)
}

/** True if `follower` follows `followee`. */
export async function isFollowing(reader: Reader, follower: bigint, followee: bigint): Promise<boolean> {
  return (await reader.first(edge, { follower, followee })) !== undefined
}

// Uses the unique index friends_edge.
const edge = query<{ follower: bigint; followee: bigint }>()((k, p) =>
  k
    .selectFrom('friends')
    .select('position')
    .where('follower_id', '=', p('follower'))
    .where('followee_id', '=', p('followee')),
)
