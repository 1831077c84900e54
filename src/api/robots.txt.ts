/** GET /robots.txt: the pages that search engines may read (spec/pages.md#search-engines). */
import { defineEndpoint } from './_endpoint.ts'

/**
 * The paths that search engines must not read. Profiles and posts have other paths. A rule matches every path with
 * this beginning, unless the rule ends with `$` (RFC 9309). The rule for `/search` needs the `$`, because the page
 * of a user such as `searchlight` has the same beginning.
 */
const NEVER = [
  ...['/1.1/', '/2/', '/labs/', '/stream/', '/i/', '/oauth/', '/oauth2/'],
  ...['/console$', '/console/', '/docs$', '/docs/', '/search$', '/search?', '/settings/'],
]

export const robots = defineEndpoint({
  method: 'GET',
  paths: ['/robots.txt'],
  summary: 'The paths that search engines may read, by the setting `public_pages`.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: {},
  answers: [{ type: 'text/plain' }],
  errors: [],
  async handle({ services }) {
    const paths = services.publicPages === 'listed' ? NEVER : ['/']
    const body = ['User-agent: *', ...paths.map((path) => `Disallow: ${path}`), ''].join('\n')
    const headers = { 'content-type': 'text/plain;charset=utf-8', 'cache-control': 'public, max-age=3600' }
    return { status: 200, body, headers }
  },
})
