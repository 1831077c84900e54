/** Callback URLs, to which users return after authorizing an app (spec/console.md#callback-match). */
import { isPlainText } from '../plain-text.ts'
import type { App } from './app.ts'

/** Sent instead of a callback URL by apps without a page: the user gets a PIN (spec/oauth.md#authorize). */
export const OUT_OF_BAND = 'oob'

/**
 * True if the app has registered `callback`. Texts are compared without their query strings, so a different scheme,
 * port, case or trailing slash does not match.
 */
export function isRegisteredCallback(app: Pick<App, 'callbackUrls'>, callback: string): boolean {
  if (!URL.canParse(callback) || !isPlainText(callback)) return false
  const target = withoutQuery(callback)
  return app.callbackUrls.some((registered) => withoutQuery(registered) === target)
}

/** The callback URL with parameters appended to its own query string, which stays unchanged. */
export function callbackWith(callback: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(callback)
  const added = new URLSearchParams(parameters).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}

function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*/, '')
}
