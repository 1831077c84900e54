/** GET friends/list: users that a user follows, newest first (spec/followers.md#companions). */
import { friendIds } from '../../../domain/graph/id-page.ts'
import { v11Endpoint } from '../_family.ts'
import { USER_PAGE } from '../_schemas/user-page.ts'
import { connectionsTarget, viewerOf } from '../_target.ts'
import { userPageAnswer, userPageOptions, userPageParams } from '../_user-page.ts'

export const friendsList = v11Endpoint({
  paths: ['/1.1/friends/list.json'],
  summary: 'Users that a user follows, newest first, up to 200 a page.',
  params: userPageParams,
  errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid'],
  answers: [{ schema: USER_PAGE }],
  async handle({ params, caller, services, outer }) {
    const { cursor, count } = params
    const user = await connectionsTarget(params, caller, services)
    const page = await friendIds(services.replica, { userId: user.id, cursor, count })
    return userPageAnswer(services, viewerOf(caller), page, userPageOptions(params), outer)
  },
})
