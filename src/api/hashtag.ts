/** GET /hashtag/:tag: posts with a hashtag (spec/pages.md#search). */
import { optionalText } from '../http/params.ts'
import { networkEndpoint } from './_network/family.ts'
import { foundAnswer } from './_network/found.ts'
import { memberOf } from './_network/member.ts'
import { errorAnswer } from './_network/page.ts'
import { hashtagPath } from './_network/post-text.ts'

/** Matches a hashtag: one word of letters, digits and underscores. */
const TAG = /^[\p{L}\p{M}\p{N}_]{1,139}$/u

export const hashtagPage = networkEndpoint({
  paths: ['/hashtag/:tag'],
  summary: 'The page of a hashtag: public posts with the hashtag, newest first.',
  params: {
    tag: optionalText('The hashtag, without its sign.'),
    before: optionalText('Only posts with smaller ids.'),
  },
  async handle(call) {
    const { services, outer } = call
    const { tag = '', before } = call.params
    if (!TAG.test(tag)) return errorAnswer({ services, outer }, 'unknownHashtag')
    const member = await memberOf(call, hashtagPath(tag))
    const query = `#${tag}`
    return foundAnswer({ services, outer, member, query, path: hashtagPath(tag), before, title: query })
  },
})
