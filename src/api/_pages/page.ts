/** The common layout of every page, and its security headers. */
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { STYLE, STYLE_SOURCE } from './style.ts'

export interface Page {
  /** Title of the window, and default heading of the page. */
  readonly title: string
  readonly heading?: Html
  readonly main: Html
  /**
   * True for reference pages. They have sections, and links to other pages of the server. Other pages are one
   * card.
   */
  readonly isWide?: boolean
  /** The instruction for search engines; default: `noindex`. */
  readonly robots?: string
  /** Target of the link to the console; default: `/console`. */
  readonly console?: string
  /** Replaces the layout of the server's own pages. */
  readonly frame?: PageFrame
  /**
   * A further allowed target of forms, as a source in a content security policy; forms to Aviary are always allowed.
   */
  readonly formTarget?: string
}

/** A layout for pages of the network, which may show pictures and videos of this server. */
export interface PageFrame {
  readonly className: string
  /** Additional HTML in the head. */
  readonly head: Html
  /** Content next to the name of the server. */
  readonly top: Html
  readonly style: { readonly sheet: Html; readonly source: string }
}

/** A response with a page. */
export function pageAnswer(
  status: number,
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${page.title === 'Aviary' ? page.title : `${page.title} – Aviary`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="${page.robots ?? 'noindex'}">
${page.frame?.head}${STYLE}${page.frame?.style.sheet}
</head>
${bodyOf(page)}
</html>
`
  return {
    status,
    body: body.toString(),
    headers: { ...headers, 'content-security-policy': policyOf(page) },
  }
}

function bodyOf({ title, heading = html`${title}`, main, isWide = false, frame, ...page }: Page): Html {
  if (frame !== undefined || isWide)
    return html`<body${frame !== undefined && html` class="${frame.className}"`}>
<header><div>${BRAND}${frame?.top ?? html`<nav aria-label="Aviary">${linksOf(page.console)}</nav>`}</div></header>
<main>
<h1>${heading}</h1>
${main}
</main>
<footer>Aviary, a self-hosted server for the Social Data API.</footer>
</body>`
  return html`<body class="narrow">
<header><div>${BRAND}</div></header>
<main><div class="card">
<h1>${heading}</h1>
${main}
</div></main>
<footer>Only enter your password on a page whose address you trust.</footer>
</body>`
}

const BRAND = html`<a class="brand" href="/"><svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true"><path fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" d="M5 20v-9a7 7 0 0 1 14 0v9M3 20h18M12 4V2M9.7 20V5M14.3 20V5"/></svg>Aviary</a>`

function linksOf(console = '/console'): Html {
  return html`<a href="${console}">Console</a><a href="/docs">API reference</a><a href="/versioning">Versions</a>`
}

/** A response that redirects the browser with a GET. */
export function redirectAnswer(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, body: '', headers: { location, ...headers } }
}

/**
 * The content security policy. It forbids scripts and frames. Only pages with a {@link PageFrame} may load
 * other files, which are pictures and videos of this server. Browsers also apply `form-action` to redirects
 * after a form, even to redirects that the app sends. If a form leads to an app, the page allows every URL
 * with the scheme of the callback URL. Other pages allow only Aviary.
 */
function policyOf({ formTarget, frame }: Pick<Page, 'formTarget' | 'frame'>): string {
  return [
    "default-src 'none'",
    `style-src ${[STYLE_SOURCE, ...(frame === undefined ? [] : [frame.style.source])].join(' ')}`,
    ...(frame === undefined ? [] : ["img-src 'self'", "media-src 'self'"]),
    `form-action ${formTarget === undefined ? "'self'" : `'self' ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Headers of every page. The referrer policy is `same-origin`. With `no-referrer`, browsers would send `origin:
 * null` when they post a form to Aviary, and the check of the origin would fail. With both policies, other sites
 * get no referrer.
 */
export const PAGE_HEADERS = {
  'content-type': 'text/html;charset=utf-8',
  'content-security-policy': policyOf({}),
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
