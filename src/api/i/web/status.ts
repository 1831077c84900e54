/** GET /i/web/status/:id: redirects to the page of a post (spec/pages.md#addresses). */
import { optionalText } from '../../../http/params.ts'
import { networkEndpoint } from '../../_network/family.ts'
import { memberOf } from '../../_network/member.ts'
import { errorAnswer } from '../../_network/page.ts'
import { permalinkPath } from '../../_network/thread.ts'
import { SENDS_ON } from '../../_pages/family.ts'
import { PAGE_HEADERS, redirectAnswer } from '../../_pages/page.ts'

export const webStatus = networkEndpoint({
  paths: ['/i/web/status/:id'],
  summary: 'Redirects a browser to the page of a post.',
  params: { id: optionalText('The post.') },
  answers: [SENDS_ON],
  async handle(call) {
    const { params, services, outer } = call
    const member = await memberOf(call, '/home')
    const path = await permalinkPath(services, params.id, member)
    if (path !== undefined) return redirectAnswer(path, PAGE_HEADERS)
    return errorAnswer({ services, outer, member }, 'unknownPost')
  },
})
