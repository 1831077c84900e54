import { append } from '../../events/append.ts'
import { demandUser, isHidden } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'
import { addEdges, removeEdge } from './edges.ts'

export interface FollowInput {
  readonly follower: bigint
  readonly followee: bigint
}

/**
 * Makes `follower` follow `followee`; whether that is new. Following someone already followed changes nothing.
 * @throws {Refusal} `user-not-found`, `follows-oneself`
 */
export async function follow(context: Context, { follower, followee }: FollowInput): Promise<boolean> {
  if (follower === followee) throw new Refusal('follows-oneself', 'a user cannot follow itself')
  const now = context.clock.now()
  const position = context.ids.next()
  return context.store.write(async (tx) => {
    const [target] = await Promise.all([demandUser(tx, { id: followee }), demandUser(tx, { id: follower })])
    if (isHidden(target)) throw new Refusal('user-not-found', `@${target.screenName} cannot be followed now`)
    const added = await addEdges(tx, [{ follower, followee, position }])
    if (added.length === 0) return false
    append(tx, now, { kind: 'user.followed', user_id: follower, followee_id: followee })
    return true
  })
}

/** Undoes {@link follow}; whether there was something to undo. */
export async function unfollow(context: Context, { follower, followee }: FollowInput): Promise<boolean> {
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const removed = await removeEdge(tx, follower, followee)
    if (removed) append(tx, now, { kind: 'user.unfollowed', user_id: follower, followee_id: followee })
    return removed
  })
}
