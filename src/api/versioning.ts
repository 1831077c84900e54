/** The HTML page of deprecated and retired endpoints; `deprecation` and `sunset` links lead to it. */
import { pageEndpoint } from './_pages/family.ts'
import { html } from './_pages/html.ts'
import { pageAnswer } from './_pages/page.ts'
import { RETIREMENTS, type Retirement, VERSIONS_PAGE } from './_retirements.ts'

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
<ul class="apps">${RETIREMENTS.map(row)}</ul>`,
    })
  },
})

function row({ method, path, deprecated, sunset, successor }: Retirement) {
  return html`<li><strong>${method === 'any' ? '' : `${method} `}${path}</strong><br>
deprecated <time>${deprecated}</time>, retired <time>${sunset}</time><br>
now <strong>${successor}</strong></li>
`
}
