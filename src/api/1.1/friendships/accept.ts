/** POST friendships/accept: a protected user accepts a follow request (docs/decisions/0012-relations.md). */
import { acceptFollowRequest } from '../../../domain/graph/follow-requests.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { requireTarget, targetUserAnswer, targetUserParams } from '../_target-user.ts'

export const friendshipsAccept = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/friendships/accept.json'],
  summary: 'Accepts the follow request of a user.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: targetUserParams,
  errors: ['queryParametersMissing', 'parameterInvalid', 'userNotFound', 'pageDoesNotExist'],
  answers: [{ schema: USER }],
  async handle({ params, caller, services, outer }) {
    const me = caller.user.id
    const requester = await requireTarget(params, { userId: me }, services)
    await acceptFollowRequest(services, { target: me, requester: requester.user.id })
    return targetUserAnswer(services, requester, {}, params, outer)
  },
})
