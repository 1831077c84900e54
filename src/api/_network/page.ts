/**
 * The common layout of public pages: navigation, search, and the description that other sites and search engines read.
 */
import type { Answer } from '../../http/endpoint.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import { type Html, html } from '../../text/html.ts'
import { PAGE_ERRORS, type PageErrorName } from '../_pages/_errors.ts'
import { PAGE_HEADERS, type Page, pageAnswer } from '../_pages/page.ts'
import type { Services } from '../_services.ts'
import type { Member } from './member.ts'
import { NETWORK_STYLE, NETWORK_STYLE_SOURCE } from './style.ts'

/** The description of a page for other sites (Open Graph). */
export interface Described {
  readonly type: 'profile' | 'article'
  /** Path of the page. */
  readonly path: string
  readonly title: string
  readonly text: string
  /** Path of a picture of this server. */
  readonly image?: string | undefined
}

export interface NetworkPage extends Pick<Page, 'title' | 'heading' | 'main'> {
  /** Undefined for pages that other sites should not describe, such as searches and hidden content. */
  readonly described?: Described | undefined
  /** The query in the search field. */
  readonly query?: string | undefined
}

/** Parts of a call on which a page depends. */
export interface PageCall {
  readonly outer: RequestOrigin
  readonly services: Pick<Services, 'publicPages' | 'signUp'>
  /** The signed-in reader; undefined for a reader without a session. */
  readonly member?: Member | undefined
}

/**
 * A response with a page. Search engines may list the page only if the page has a description and the operator
 * allows the listing.
 */
export function networkAnswer(
  status: number,
  { outer, services, member }: PageCall,
  page: NetworkPage,
): Answer {
  const isListed = services.publicPages === 'listed' && page.described !== undefined
  const { title, heading, main, described, query } = page
  return pageAnswer(
    status,
    {
      ...{ title, main, robots: isListed ? 'index, noarchive' : 'noindex, nofollow' },
      ...(heading === undefined ? {} : { heading }),
      frame: {
        className: 'network',
        head: described === undefined ? html`` : graphOf(described, outer),
        top: topOf(query, member, services.signUp),
        style: { sheet: NETWORK_STYLE, source: NETWORK_STYLE_SOURCE },
      },
    },
    { ...PAGE_HEADERS, vary: 'accept, cookie' },
  )
}

/** The page of an error, in the layout of the network. */
export function errorAnswer(call: PageCall, name: PageErrorName): Answer {
  const { status, title, advice } = PAGE_ERRORS[name]
  return networkAnswer(status, call, { title, main: html`<p class="lead">${advice}</p>` })
}

function graphOf({ type, path, title, text, image }: Described, { scheme, host }: RequestOrigin): Html {
  const origin = `${scheme}://${host}`
  return html`<link rel="canonical" href="${origin}${path}">
<meta name="description" content="${text}">
<meta property="og:type" content="${type}">
<meta property="og:url" content="${origin}${path}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${text}">
${
  image !== undefined &&
  html`<meta property="og:image" content="${origin}${image}">
`
}<meta name="twitter:card" content="summary">`
}

function topOf(query = '', member: Member | undefined, signUp: Services['signUp']): Html {
  const links: readonly (readonly [string, string])[] =
    member === undefined
      ? [
          ['Sign in', '/login'],
          ...(signUp === 'open' || signUp === 'approval' ? ([['Sign up', '/signup']] as const) : []),
        ]
      : [
          ['Home', '/home'],
          ['Mentions', '/mentions'],
          ['Messages', '/messages'],
          ['Profile', `/${member.user.screenName}`],
          ['Settings', '/settings/account'],
          ['Sign out', '/logout'],
        ]
  return html`<nav aria-label="Network">${links.map(([name, path]) => html`<a href="${path}">${name}</a>`)}</nav>
<form role="search" action="/search"><label class="visually-hidden" for="q">Search posts</label>
<input id="q" name="q" type="search" maxlength="500" placeholder="Search posts" value="${query}"><button>Search</button></form>`
}
