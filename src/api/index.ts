/** GET /: the landing page, for browsers (spec/console.md#landing-page). */
import { EdgeError } from '../http/endpoint.ts'
import type { RequestOrigin } from '../http/request-origin.ts'
import { html } from '../text/html.ts'
import { defineEndpoint } from './_endpoint.ts'
import { firstCalls } from './_landing/first-calls.ts'
import { PAGE_HEADERS, pageAnswer } from './_pages/page.ts'

/** Browsers ask for HTML by name; a wildcard alone is what API clients send. */
const ASKS_FOR_HTML = /(^|[\s,])text\/html(?![\w.+-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

export const landing = defineEndpoint({
  method: 'GET',
  paths: ['/'],
  summary: 'The landing page, for clients that accept text/html; for others an unknown path.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: {},
  answers: [{ type: 'text/html' }],
  errors: [],
  async handle({ outer, header }) {
    if (!ASKS_FOR_HTML.test(header('accept') ?? ''))
      throw new EdgeError('unknown-path', 'no HTML is accepted')
    return pageAnswer(200, landingPage(outer), { ...PAGE_HEADERS, vary: 'accept' })
  },
})

function landingPage({ scheme, host }: RequestOrigin) {
  const origin = `${scheme}://${host}`
  return {
    title: 'Aviary',
    heading: html`This is an Aviary server`,
    main: html`<p>It speaks the <em>Social Data API</em> of a short-post network. A client of that API works here, unmodified:
give it one of these addresses as the base URL.</p>
<table>
<caption>Addresses</caption>
${ADDRESSES.map(
  ([name, path]) => html`<tr><th scope="row">${name}</th><td><code>${origin}${path}</code></td></tr>
`,
)}</table>
<h2>A first call</h2>
<p>Put the bearer token of an app into <code>TOKEN</code>. Whoever runs this server makes an app with
<code>aviary app create</code>, which prints the token.</p>
${firstCalls(origin).map(
  ({ client, code }) => html`<h3>${client}</h3>
<pre tabindex="0" role="region" aria-label="${client}"><code>${code}</code></pre>
`,
)}
<h2>More</h2>
<ul>
<li><a href="/docs">API reference</a>: every endpoint, with its parameters and errors</li>
<li><a href="/openapi.json">openapi.json</a>: the same for programs</li>
<li><a href="/versioning">Versions and retirements</a></li>
<li><a href="/settings/connections">Connected apps</a>: what acts for you here, and how to stop it</li>
</ul>`,
  }
}

/** Base URLs by what is called there. */
const ADDRESSES = [
  ['API v2', '/2/'],
  ['API v1.1', '/1.1/'],
  ['Labs', '/labs/2/'],
  ['OAuth', '/oauth/'],
  ['Live stream', '/2/tweets/search/stream'],
] as const
