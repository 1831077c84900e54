/** The HTML page that loads the console, and its content security policy. */
import type { Answer } from '../../../http/endpoint.ts'
import type { Random } from '../../../lib/time/clock.ts'
import { html } from '../../../text/html.ts'
import { pageAnswer } from '../../_pages/page.ts'
import type { ConsoleFiles } from './files.ts'
import { preloadLinks } from './preloads.ts'

/** The build writes this text in place of each nonce (`html.cspNonce` in console/vite.config.ts). */
const NONCE_PLACEHOLDER = 'AVIARY_NONCE'

const NONCE_BYTES = 18

/**
 * The page with a fresh nonce, or advice when the console is not built.
 * @param path the requested path; the page preloads the files that this path needs
 */
export async function consolePage(files: ConsoleFiles, random: Random, path: string): Promise<Answer> {
  const [page, parts] = await Promise.all([files.page(), files.parts()])
  if (page === undefined) return pageAnswer(503, NOT_BUILT)
  const nonce = Buffer.from(random(NONCE_BYTES)).toString('base64url')
  return {
    status: 200,
    body: page.replaceAll(NONCE_PLACEHOLDER, nonce).replace('</head>', `${preloadLinks(path, parts)}</head>`),
    headers: { 'content-security-policy': policyWith(nonce) },
  }
}

/**
 * Scripts and styles come only from this server. Components insert style elements, which have the nonce. Inline
 * scripts never run.
 */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const NOT_BUILT = {
  title: 'The console is not built',
  main: html`<p>This checkout has no built console. Run <code>npm ci</code>, or <code>npm run console</code> if the
development parts are installed, and load this page again. The API works without the console.</p>`,
}
