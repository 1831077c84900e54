/** POST friendships/destroy: unfollows a user, or withdraws the request (spec/relations.md#unfollow-and-update). */
import { unfollowShown } from '../../../domain/graph/follow.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { requireNamedId, targetUserAnswer, targetUserParams, UNFOLLOWED } from '../_target-user.ts'

export const friendshipsDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/friendships/destroy.json'],
  summary: 'Unfollows a user, or withdraws a pending follow request.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const follower = caller.user.id
    const followee = await requireNamedId(params, services)
    const before = await unfollowShown(services, { follower, followee })
    return targetUserAnswer(services, { ...before, viewer: { userId: follower } }, UNFOLLOWED, params, outer)
  },
})
