/** GET and POST site: streams of users who authorized the app, until 2018-08-23 (spec/retired-endpoints.md#user-and-site-streams). */
import { optionalText } from '../../http/params.ts'
import { V11Error } from './_errors.ts'
import { authorizedViewers, USER_STREAM_PARAMS, userStream } from './_user-streams/endpoint.ts'
import { followedIn } from './statuses/_stream-params.ts'

/** Maximum users of a connection. */
const MAX_USERS = 100

export const siteStreamByGet = siteBy('GET')

export const siteStreamByPost = siteBy('POST')

function siteBy(method: 'GET' | 'POST') {
  return userStream({
    product: 'site',
    method,
    summary:
      'Posts, messages and events of several users who authorized the app, as they happen; retired on 2018-08-23.',
    params: {
      ...USER_STREAM_PARAMS,
      follow: optionalText('Ids of users, separated by commas. At most 100.'),
    },
    errors: ['streamFilterMissing', 'streamFilterTooLarge'],
    defaultWith: 'user',
    async viewers({ follow }, { caller, services }) {
      const userIds = followedIn(follow, MAX_USERS)
      if (userIds.length === 0) throw new V11Error('streamFilterMissing')
      return authorizedViewers(services, caller.app.id, userIds)
    },
    filter: () => undefined,
  })
}
