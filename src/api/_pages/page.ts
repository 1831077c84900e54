/** The frame of every page, and the headers under which it is safe to show. */
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { STYLE, STYLE_SOURCE } from './style.ts'

export interface Page {
  /** Title of the window, and default heading of the page. */
  readonly title: string
  readonly heading?: Html
  readonly main: Html
  /** Where forms may lead besides Aviary itself, as a source of a content security policy. */
  readonly formTarget?: string
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
<meta name="robots" content="noindex">
${STYLE}
</head>
<body>
<header>Aviary</header>
<main><div class="card">
<h1>${page.heading ?? page.title}</h1>
${page.main}
</div></main>
<footer>Only enter your password on a page whose address you trust.</footer>
</body>
</html>
`
  return {
    status,
    body: body.toString(),
    headers: { 'content-security-policy': policyOf(page.formTarget), ...headers },
  }
}

/** An answer that sends the browser elsewhere with a GET. */
export function redirectAnswer(location: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 303, body: '', headers: { location, ...headers } }
}

/**
 * Nothing is loaded, run or framed. Browsers hold the redirects that follow a form against `form-action` too, the
 * app's own further ones among them; so a page whose form leads to an app names the scheme of its callback, and no
 * host, and all others only Aviary.
 */
function policyOf(formTarget: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
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
  'content-security-policy': policyOf(undefined),
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-xss-protection': '0',
}
