/** GET /:screen_name/with_replies: the posts of a user, including replies to other users (spec/pages.md#profiles). */
import { profileEndpoint } from './_network/profile-endpoint.ts'

export const profileWithReplies = profileEndpoint({
  path: '/:screen_name/with_replies',
  summary: 'The page of a user, including replies to other users.',
  withReplies: true,
})
