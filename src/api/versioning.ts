/** The HTML page of deprecated and retired endpoints; `deprecation` and `sunset` links lead to it. */

import { html } from '../text/html.ts'
import { pageEndpoint } from './_pages/family.ts'
import { pageAnswer } from './_pages/page.ts'
import type { EndingLifetime } from './_versions/lifetime.ts'
import { ENDING_LIFETIMES, VERSIONS_PAGE } from './_versions/lifetimes.ts'

export const versioning = pageEndpoint({
  method: 'GET',
  paths: [VERSIONS_PAGE],
  summary: 'Deprecated and retired endpoints, with dates and replacements.',
  params: {},
  async handle() {
    return pageAnswer(200, {
      title: 'Versions and retirements',
      main: html`<p>From the first date an endpoint's answers announce its end (headers <code>deprecation</code>,
<code>sunset</code> and <code>link</code>); from the second it answers 410. The day that counts is a setting of this
server.</p>
<ul class="apps">${ENDING_LIFETIMES.map(row)}</ul>`,
    })
  },
})

function row({ methods, paths, retirement: { deprecated, sunset, successor } }: EndingLifetime) {
  return html`<li><strong>${methods === undefined ? '' : `${methods.join(', ')} `}${paths.join(', ')}</strong><br>
deprecated <time>${deprecated}</time>, retired <time>${sunset}</time><br>
now <strong>${successor}</strong></li>
`
}
