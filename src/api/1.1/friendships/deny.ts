/** POST friendships/deny: a protected user denies a follow request (docs/decisions/0012-relations.md). */
import { denyFollowRequest } from '../../../domain/graph/follow-requests.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams } from '../_target-user.ts'

export const friendshipsDeny = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/friendships/deny.json'],
  summary: 'Refuses the follow request of a user, who is not notified.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'pageDoesNotExist'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const requester = await requireTarget(params, { userId: me }, services)
    await denyFollowRequest(services, { target: me, requester: requester.user.id })
    return targetUserAnswer(services, requester, {}, params, outer)
  },
})
