/** Redirect URIs, to which the browser returns with a code (spec/oauth2.md#clients). */
import { isPlainText } from '../../plain-text.ts'
import type { App } from '../app.ts'

/** The form of a URL with an authority and no path, such as `http://127.0.0.1:1410?a=b`. */
const WITHOUT_PATH = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]+)(\?[^#]*)?$/

/**
 * True if the app has registered the redirect URI. URIs are compared exactly, including the query string, except that
 * an empty path equals `/`. A URI with a fragment never matches (RFC 6749 section 3.1.2).
 */
export function isRegisteredRedirect(app: Pick<App, 'callbackUrls'>, uri: string): boolean {
  if (!URL.canParse(uri) || !isPlainText(uri) || uri.includes('#')) return false
  return app.callbackUrls.some((registered) => isSameRedirect(registered, uri))
}

/** True if two redirect URIs are equal; an empty path equals `/`. */
export function isSameRedirect(one: string, other: string): boolean {
  return withPath(one) === withPath(other)
}

function withPath(uri: string): string {
  return uri.replace(WITHOUT_PATH, '$1/$2')
}
