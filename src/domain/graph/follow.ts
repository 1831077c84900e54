import { append } from '../../events/append.ts'
import { holdUsers } from '../accounts/find-users.ts'
import { isHidden, type User } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'
import { addEdges, removeEdge } from './edges.ts'
import { addRequest, removeRequest } from './follow-requests.ts'
import { changeSettings, forgetSettings } from './follow-settings.ts'
import { relationOf } from './relations.ts'

export interface FollowInput {
  readonly follower: bigint
  readonly followee: bigint
  /** Whether the follower wants notifications; left as it is when undefined. */
  readonly wantsNotifications?: boolean | undefined
  /** Whether {@link mayFollowMore} counts; true when left out. */
  readonly isLimited?: boolean | undefined
}

/** What became of a follow: a new edge, a request to a protected user, or nothing that was not so already. */
export type FollowOutcome = 'followed' | 'requested' | 'followed-already'

/** How many anybody may follow, and how many more for each follower beyond that. */
const FRIENDS_FREE = 5_000
const FRIENDS_PER_FOLLOWER = 1.1

/** Whether a user has not yet reached how many it may follow: 5,000, or a tenth more than its followers. */
export function mayFollowMore(user: User): boolean {
  return user.friendsCount < Math.max(FRIENDS_FREE, Math.floor(user.followersCount * FRIENDS_PER_FOLLOWER))
}

/**
 * Makes `follower` follow `followee`, or ask a protected one for it. Following someone already followed changes
 * nothing.
 * @throws {Refusal} `user-not-found`, `follows-oneself`, `blocked-by-target`, `blocks-target`, `follow-requested-already`,
 *   `follows-too-many`
 */
export async function follow(context: Context, input: FollowInput): Promise<FollowOutcome> {
  const { follower, followee, isLimited = true } = input
  if (follower === followee) throw new Refusal('follows-oneself', 'a user cannot follow itself')
  const now = context.clock.now()
  const position = context.ids.next()
  return context.store.write(async (tx) => {
    const [[source, target], relation] = await Promise.all([
      holdUsers(tx, follower, followee),
      relationOf(tx, follower, followee),
    ])
    if (isHidden(target)) throw new Refusal('user-not-found', `@${target.screenName} cannot be followed now`)
    if (relation.blockedBy)
      throw new Refusal('blocked-by-target', `@${target.screenName} has blocked the user`)
    if (relation.blocking)
      throw new Refusal('blocks-target', `@${target.screenName} is blocked; unblock first`)
    if (relation.following) {
      await changeSettings(tx, input, relation, { wantsNotifications: input.wantsNotifications })
      return 'followed-already'
    }
    if (isLimited && !mayFollowMore(source)) {
      throw new Refusal('follows-too-many', `@${source.screenName} follows as many as it may`)
    }
    if (target.isProtected) {
      const isNew =
        !relation.followingRequested &&
        (await addRequest(tx, { requester: follower, target: followee, position }))
      if (!isNew) throw new Refusal('follow-requested-already', `@${target.screenName} was asked already`)
      append(tx, now, { kind: 'user.follow_requested', user_id: follower, followee_id: followee })
      return 'requested'
    }
    const added = await addEdges(tx, [{ follower, followee, position }])
    if (added.length === 0) return 'followed-already'
    // One that was made while the target was protected.
    if (relation.followingRequested) await removeRequest(tx, follower, followee)
    await changeSettings(tx, input, relation, { wantsNotifications: input.wantsNotifications })
    append(tx, now, { kind: 'user.followed', user_id: follower, followee_id: followee })
    return 'followed'
  })
}

/** Undoes {@link follow}, the edge or the request; whether there was something to undo. */
export async function unfollow(
  context: Context,
  { follower, followee }: Pick<FollowInput, 'follower' | 'followee'>,
): Promise<boolean> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const [isEdge, isRequest] = [
      await removeEdge(tx, follower, followee),
      await removeRequest(tx, follower, followee),
    ]
    const ends = { user_id: follower, followee_id: followee }
    if (isEdge) {
      await forgetSettings(tx, follower, followee)
      append(tx, now, { kind: 'user.unfollowed', ...ends })
    }
    if (isRequest) append(tx, now, { kind: 'user.follow_request_ended', ...ends, how: 'withdrawn' })
    return isEdge || isRequest
  })
}
