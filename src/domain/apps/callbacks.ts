/** Callback URLs, to which the browser returns after the user authorizes an app (spec/console.md#callback-match). */
import { isPlainText } from '../plain-text.ts'
import type { App } from './app.ts'

/**
 * The value that an app without web pages sends instead of a callback URL. The user then gets a PIN
 * (spec/oauth.md#authorize).
 */
export const OUT_OF_BAND = 'oob'

/**
 * True if the app has registered `callback`. URLs are compared as texts, without their query strings. A
 * different scheme, port, letter case or trailing slash does not match.
 */
export function isRegisteredCallback(app: Pick<App, 'callbackUrls'>, callback: string): boolean {
  if (!URL.canParse(callback) || !isPlainText(callback)) return false
  const target = withoutQuery(callback)
  return app.callbackUrls.some((registered) => withoutQuery(registered) === target)
}

/** The callback URL with parameters appended to its query string, which otherwise stays unchanged. */
export function callbackWith(callback: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(callback)
  const added = new URLSearchParams(parameters).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}

function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*/, '')
}
