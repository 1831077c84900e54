/**
 * GET /:screen_name/status/:id: the page of a post, with the posts to which it replies and its replies
 * (spec/pages.md#threads).
 */
import { optionalText } from '../http/params.ts'
import { networkEndpoint } from './_network/family.ts'
import { memberOf } from './_network/member.ts'
import { readId } from './_network/posts.ts'
import { threadAnswer } from './_network/thread.ts'

export const statusPage = networkEndpoint({
  paths: ['/:screen_name/status/:id'],
  summary: 'The page of a post: the posts to which it replies, and its replies.',
  params: {
    screen_name: optionalText('Ignored: only the id is used.'),
    id: optionalText('The post.'),
    before: optionalText('Only replies with smaller ids.'),
  },
  async handle(call) {
    const { services, outer, params } = call
    const member = await memberOf(call, `/i/web/status/${readId(params.id) ?? 0n}`)
    return threadAnswer({ services, outer, member }, params)
  },
})
