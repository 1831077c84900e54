/** GET /:screen_name/with_replies: the posts of a user, with replies (spec/pages.md#profiles). */
import { networkEndpoint } from './_network/family.ts'
import { profileParams } from './_network/parameters.ts'
import { profileAnswer } from './_network/profile.ts'

export const profileWithReplies = networkEndpoint({
  paths: ['/:screen_name/with_replies'],
  summary: 'The page of a user, with its replies to others.',
  params: profileParams,
  handle: ({ params, services, outer }) =>
    profileAnswer({
      services,
      outer,
      screenName: params.screen_name ?? '',
      before: params.before,
      withReplies: true,
    }),
})
