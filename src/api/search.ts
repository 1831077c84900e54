/** GET /search: public posts that match a query (spec/pages.md#search). */
import { optionalText } from '../http/params.ts'
import { html } from '../text/html.ts'
import { networkEndpoint } from './_network/family.ts'
import { foundAnswer } from './_network/found.ts'
import { memberOf } from './_network/member.ts'
import { networkAnswer } from './_network/page.ts'
import { searchPath } from './_network/post-text.ts'

export const searchPage = networkEndpoint({
  paths: ['/search'],
  summary: 'The page of a search: public posts that match, newest first.',
  params: {
    q: optionalText('A query as in 1.1/search/tweets, up to 500 characters.'),
    before: optionalText('Only posts with smaller ids.'),
  },
  async handle(call) {
    const { services, outer } = call
    const { q = '', before } = call.params
    const query = q.trim()
    const member = await memberOf(call, query === '' ? '/search' : searchPath(query))
    if (query !== '')
      return foundAnswer({ services, outer, member, query, path: searchPath(query), before, title: 'Search' })
    const main = html`<p class="lead">Type words, a <code>#hashtag</code>, <code>from:name</code> or <code>"a phrase"</code>.</p>`
    return networkAnswer(200, { services, outer, member }, { title: 'Search', main })
  },
})
