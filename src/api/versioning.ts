/**
 * The HTML page of deprecated and retired endpoints; the links with the relations `deprecation` and `sunset` lead to
 * this page.
 */

import { html } from '../text/html.ts'
import { pageEndpoint } from './_pages/family.ts'
import { pageAnswer } from './_pages/page.ts'
import type { EndingLifetime } from './_versions/lifetime.ts'
import { ENDING_LIFETIMES, VERSIONS_PAGE } from './_versions/lifetimes.ts'
import { consoleLink } from './console/_compliance/stream-base.ts'

export const versioning = pageEndpoint({
  method: 'GET',
  paths: [VERSIONS_PAGE],
  summary: 'Deprecated and retired endpoints, with dates and replacements.',
  params: {},
  async handle({ services, outer }) {
    return pageAnswer(200, {
      console: consoleLink(services.consoleAddress, outer),
      title: 'Versions and retirements',
      isWide: true,
      main: html`<p class="lead">From the first date the answers of an endpoint announce its end (headers <code>deprecation</code>,
<code>sunset</code> and <code>link</code>). From the second date it answers 410. The date that counts is a setting of this
server.</p>
<div class="card"><table class="stack">
<thead><tr><th scope="col">Endpoint</th><th scope="col">Deprecated</th><th scope="col">Retired</th><th scope="col">Replacement</th></tr></thead>
<tbody>${ENDING_LIFETIMES.map(row)}</tbody>
</table></div>`,
    })
  },
})

function row({ methods, paths, retirement: { deprecated, sunset, successor } }: EndingLifetime) {
  return html`<tr><th scope="row"><code>${methods === undefined ? '' : `${methods.join(', ')} `}${paths.join(', ')}</code></th>
<td><span class="label">Deprecated </span><time>${deprecated}</time></td>
<td><span class="label">Retired </span><time>${sunset}</time></td>
<td><span class="label">Replacement </span><code>${successor}</code></td></tr>
`
}
