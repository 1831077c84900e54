/** GET /: the landing page (spec/console.md#landing-page). GET /:screen_name: the page of a user (spec/pages.md#profiles). */
import { EdgeError } from '../http/endpoint.ts'
import type { RequestOrigin } from '../http/request-origin.ts'
import { html } from '../text/html.ts'
import { defineEndpoint } from './_endpoint.ts'
import { firstCalls } from './_landing/first-calls.ts'
import { profileEndpoint } from './_network/profile-endpoint.ts'
import { acceptsHtml } from './_pages/accepts-html.ts'
import { PAGE_HEADERS, pageAnswer } from './_pages/page.ts'
import type { Services } from './_services.ts'
import { consoleLink } from './console/_compliance/stream-base.ts'

export const landing = defineEndpoint({
  method: 'GET',
  paths: ['/'],
  summary: 'The landing page, for clients that accept text/html. For other clients, the path is unknown.',
  auth: ['none'],
  writes: false,
  window: undefined,
  params: {},
  answers: [{ type: 'text/html' }],
  errors: [],
  async handle({ outer, header, services }) {
    if (!acceptsHtml(header('accept'))) throw new EdgeError('unknown-path', 'no HTML is accepted')
    return pageAnswer(200, landingPage(outer, services), { ...PAGE_HEADERS, vary: 'accept' })
  },
})

export const profilePage = profileEndpoint({
  path: '/:screen_name',
  summary: 'The page of a user: its profile and its public posts, newest first.',
  withReplies: false,
})

function landingPage(
  outer: RequestOrigin,
  { publicPages, consoleAddress }: Pick<Services, 'publicPages' | 'consoleAddress'>,
) {
  const origin = `${outer.scheme}://${outer.host}`
  const console = consoleLink(consoleAddress, outer)
  return {
    title: 'Aviary',
    heading: html`This is an Aviary server`,
    isWide: true,
    console,
    main: html`<p class="lead">It speaks the <em>Social Data API</em> of a short-post network: API v2, v1.1 and Labs, streams,
compliance and webhooks. An unmodified client of that API works here.</p>
<div class="actions"><a class="button main" href="${console}">Open the console</a>
<a class="button" href="/docs">API reference</a></div>
<div class="columns">
<section class="card" aria-labelledby="first">
<h2 id="first">A first call</h2>
<p>Create an app in the <a href="${console}">console</a>, copy its bearer token, and put it into the variable
<code>TOKEN</code>.</p>
${firstCalls(origin).map(
  ({ client, code }) => html`<h3>${client}</h3>
<pre tabindex="0" role="region" aria-label="${client}"><code>${code}</code></pre>
`,
)}</section>
<div>
<section class="card" aria-labelledby="addresses">
<h2 id="addresses">Base URLs</h2>
<dl>
${ADDRESSES.map(
  ([name, path]) => html`<dt>${name}</dt><dd><code>${origin}${path}</code></dd>
`,
)}</dl>
</section>
<section class="card" aria-labelledby="more">
<h2 id="more">Where to go</h2>
<ul>
${[['Console', console, CONSOLE_USES] as const, ...PLACES, ...(publicPages === 'off' ? [] : [NETWORK])].map(
  ([name, path, text]) => html`<li><a href="${path}">${name}</a>: ${text}</li>
`,
)}</ul>
</section>
</div>
</div>`,
  }
}

/** Base paths of the APIs, with the purpose of each. */
const ADDRESSES = [
  ['API v2', '/2/'],
  ['API v1.1', '/1.1/'],
  ['Labs', '/labs/2/'],
  ['OAuth', '/oauth/'],
  ['Live stream', '/2/tweets/search/stream'],
] as const

/** The link to the public pages, which is shown if the setting `public_pages` is on. */
const NETWORK = ['The network', '/search', 'profiles, posts and hashtags as pages'] as const

const CONSOLE_USES = 'apps, keys, usage, requests, rules, webhooks'

/** The links that the page shows below the link to the console, each with name, path and purpose. */
const PLACES = [
  ['API reference', '/docs', 'every endpoint, with its parameters and errors'],
  ['openapi.json', '/openapi.json', 'the same for programs'],
  ['Versions', '/versioning', 'deprecated and retired endpoints'],
  ['Your account', '/settings/connections', 'the apps that act for you on the network'],
] as const
