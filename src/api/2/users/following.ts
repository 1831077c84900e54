/**
 * GET and POST 2/users/:id/following, DELETE 2/users/:source_user_id/following/:target_user_id
 * (spec/v2-users-and-lists.md#user-calls and #relation-calls).
 */
import { Type } from 'typebox'
import { Refusal } from '../../../domain/context.ts'
import { follow, unfollowShown } from '../../../domain/graph/follow.ts'
import { friendIds } from '../../../domain/graph/id-page.ts'
import { type ActionCall, deleteAction, postAction } from '../../_v2/actions/self-action.ts'
import { requireUserId } from '../../_v2/actions/targets.ts'
import { connectionsOwner } from '../../_v2/pages/page-owners.ts'
import { userPages } from '../../_v2/pages/user-pages.ts'

export const v2UsersFollowing = userPages({
  path: '/2/users/:id/following',
  summary: 'Users that a user follows, newest first.',
  scopes: ['follows.read'],
  window: { user: 15, app: 15 },
  size: { min: 1, max: 1_000, default: 100 },
  owner: connectionsOwner,
  read: friendIds,
})

const FOLLOWING = {
  scopes: ['follows.write'],
  verb: 'follow',
} as const

const IS_FOLLOWING = Type.Boolean({ description: 'The state after the call.' })

export const v2Follow = postAction({
  ...FOLLOWING,
  path: '/2/users/:id/following',
  summary: 'Follows a user; sends a follow request to a protected user.',
  window: {
    user: 50,
    app: 0,
    further: [
      { of: 'caller', limit: 400, seconds: 86_400 },
      { of: 'app', limit: 1_000, seconds: 86_400 },
    ],
  },
  data: {
    following: IS_FOLLOWING,
    pending_follow: Type.Boolean({
      description: 'True until a protected user accepts or denies the request.',
    }),
  },
  member: 'target_user_id',
  async run(call) {
    const isPending = await followOrRequest(call)
    return { following: !isPending, pending_follow: isPending }
  },
})

export const v2Unfollow = deleteAction({
  ...FOLLOWING,
  path: '/2/users/:source_user_id/following/:target_user_id',
  summary: 'Unfollows a user, or withdraws a pending follow request.',
  window: { user: 50, app: 0, further: [{ of: 'app', limit: 500, seconds: 86_400 }] },
  data: { following: IS_FOLLOWING },
  async run(call) {
    await unfollowShown(call.services, { follower: call.userId, followee: await requireUserId(call) })
    return { following: false }
  },
})

/** Follows a user, or sends a protected user a follow request. @returns true if the request is pending */
async function followOrRequest(call: ActionCall): Promise<boolean> {
  const { services, userId: follower } = call
  const followee = await requireUserId(call)
  try {
    const { outcome } = await follow(services, { follower, followee, isLimited: services.limits !== 'off' })
    return outcome === 'requested'
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'follow-requested-already') return true
    throw error
  }
}
