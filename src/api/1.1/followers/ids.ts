/** GET followers/ids: the followers of a user, newest first (spec/followers.md#target). */
import { followerIds, MAX_ID_PAGE } from '../../../domain/graph/id-page.ts'
import { boolean, count, cursor } from '../../../http/params.ts'
import { idPageAnswer } from '../_cursor-page.ts'
import { v11Endpoint } from '../_family.ts'
import { ID_PAGE } from '../_schemas/id-page.ts'
import { connectionsTarget, targetParams } from '../_target.ts'

export const followersIds = v11Endpoint({
  paths: ['/1.1/followers/ids.json'],
  summary: 'Ids of the users who follow a user, newest first, up to 5,000 a page.',
  params: {
    ...targetParams,
    cursor: cursor(),
    stringify_ids: boolean({ default: false, description: 'Return ids as strings.' }),
    count: count({ default: MAX_ID_PAGE, max: MAX_ID_PAGE }),
  },
  errors: ['queryParametersMissing', 'pageDoesNotExist', 'parameterInvalid'],
  answers: [{ schema: ID_PAGE }],
  async handle({ params, caller, services }) {
    const user = await connectionsTarget(params, caller, services)
    const { cursor, count } = params
    const page = await followerIds(services.replica, { userId: user.id, cursor, count })
    return idPageAnswer(page, params.stringify_ids)
  },
})
