/** POST friendships/destroy: unfollows a user, or takes the request back (spec/followers.md, Relations). */
import { unfollow } from '../../../domain/graph/follow.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { demandWhom, UNFOLLOWED, whomAnswer, whomParams } from '../_whom.ts'

export const friendshipsDestroy = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/friendships/destroy.json'],
  summary: 'Unfollows a user; a request that waits is taken back.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: whomParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const whom = await demandWhom(params, { userId: me }, services)
    await unfollow(services, { follower: me, followee: whom.user.id })
    return whomAnswer(whom, UNFOLLOWED, params, outer)
  },
})
