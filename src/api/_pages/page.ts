/** The frame of every page, and the headers under which it is safe to show. */
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { STYLE, STYLE_SOURCE } from './style.ts'

export interface Page {
  /** Title of the window, and default heading of the page. */
  readonly title: string
  readonly heading?: Html
  readonly main: Html
  /** A page of reference has sections of its own and the links of the server; others are one narrow card. */
  readonly isWide?: boolean
  /** For search engines; default: `noindex`. */
  readonly robots?: string
  /** Replaces the frame of the server's own pages. */
  readonly frame?: PageFrame
  /** Where forms may lead besides Aviary itself, as a source of a content security policy. */
  readonly formTarget?: string
}

/** A frame of other pages than the server's own; they may show pictures and videos of this server. */
export interface PageFrame {
  readonly className: string
  /** Further parts of the head. */
  readonly head: Html
  /** Beside the name of the server. */
  readonly top: Html
  readonly style: { readonly sheet: Html; readonly source: string }
}

/** An answer that shows a page. */
export function pageAnswer(
  status: number,
  page: Page,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${page.title} – Aviary</title>
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

function bodyOf({ title, heading = html`${title}`, main, isWide = false, frame }: Page): Html {
  if (frame !== undefined || isWide)
    return html`<body${frame !== undefined && html` class="${frame.className}"`}>
<header><div>${BRAND}${frame?.top ?? html`<nav aria-label="Aviary">${LINKS}</nav>`}</div></header>
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

const LINKS = html`<a href="/console">Console</a><a href="/docs">API reference</a><a href="/versioning">Versions</a>`

/** An answer that sends the browser elsewhere with a GET. */
export function redirectAnswer(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, body: '', headers: { location, ...headers } }
}

/**
 * Nothing is loaded, run or framed. Browsers hold the redirects that follow a form against `form-action` too, the
 * app's own further ones among them; so a page whose form leads to an app names the scheme of its callback, and no
 * host, and all others only Aviary.
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
 * Headers of every page. The referrer policy is not `no-referrer`: with that browsers say `origin: null` in posts
 * to Aviary itself, and the check of the origin would have nothing to look at. Other sites learn nothing either way.
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
