/** GET and POST user: the stream of a user, until 2018-08-23 (spec/retired-endpoints.md#user-and-site-streams). */
import {
  callerAsViewer,
  FILTERS,
  furtherPosts,
  USER_STREAM_PARAMS,
  userStream,
} from './_user-streams/endpoint.ts'

export const userStreamByGet = userBy('GET')

/** The clients twit and tweepy connect by POST. */
export const userStreamByPost = userBy('POST')

function userBy(method: 'GET' | 'POST') {
  return userStream({
    product: 'user',
    method,
    summary:
      'Posts, messages and events of the user, as they happen; retired on 2018-08-23. A newer connection of the user and app ends an older connection.',
    params: { ...USER_STREAM_PARAMS, ...FILTERS },
    errors: ['streamFilterTooLarge'],
    defaultWith: 'followings',
    viewers: async (_, call) => [callerAsViewer(call)],
    filter: furtherPosts,
  })
}
