/** Declares the pages of a user (spec/pages.md#profiles). */
import { optionalText } from '../../http/params.ts'
import type { ApiEndpoint } from '../_endpoint.ts'
import { networkEndpoint } from './family.ts'
import { memberOf } from './member.ts'
import { profileAnswer } from './profile.ts'

interface ProfileDeclaration {
  readonly path: string
  readonly summary: string
  /** True for the page that includes replies to other users. */
  readonly withReplies: boolean
}

export function profileEndpoint({ path, summary, withReplies }: ProfileDeclaration): ApiEndpoint {
  return networkEndpoint({
    paths: [path],
    summary,
    params: {
      screen_name: optionalText('The user.'),
      before: optionalText('Only posts with smaller ids.'),
    },
    async handle(call) {
      const { services, outer, params } = call
      const { screen_name: screenName = '', before } = params
      const member = await memberOf(call, `/${screenName}${withReplies ? '/with_replies' : ''}`)
      return profileAnswer({ services, outer, member, screenName, before, withReplies })
    },
  })
}
