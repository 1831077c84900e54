/** GET followers/list: the followers of a user, newest first (spec/followers.md#companions). */
import { followerIds } from '../../../domain/graph/id-page.ts'
import { v11Endpoint } from '../_family.ts'
import { USER_PAGE } from '../_schemas/user-page.ts'
import { connectionsTarget, viewerOf } from '../_target.ts'
import { userPageAnswer, userPageOptions, userPageParams } from '../_user-page.ts'

export const followersList = v11Endpoint({
  paths: ['/1.1/followers/list.json'],
  summary: 'The users who follow a user, newest first, up to 200 a page.',
  params: userPageParams,
  errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid'],
  answers: [{ schema: USER_PAGE }],
  async handle({ params, caller, services, outer }) {
    const { cursor, count } = params
    const user = await connectionsTarget(params, caller, services)
    const page = await followerIds(services.replica, { userId: user.id, cursor, count })
    return userPageAnswer(services, viewerOf(caller), page, userPageOptions(params), outer)
  },
})
