/** Where an app's users are sent after they decided (spec/console.md#callback-match). */
import { isPlainText } from '../plain-text.ts'
import type { App } from './app.ts'

/** What an app says instead of a callback when it has no page of its own: a PIN is shown (spec/oauth.md#authorize). */
export const OUT_OF_BAND = 'oob'

/**
 * Whether `callback` is one that the app has registered: the same text but for the query string, so another
 * scheme, port, case or trailing slash is another callback.
 */
export function isRegisteredCallback(app: Pick<App, 'callbackUrls'>, callback: string): boolean {
  if (!URL.canParse(callback) || !isPlainText(callback)) return false
  const asked = withoutQuery(callback)
  return app.callbackUrls.some((registered) => withoutQuery(registered) === asked)
}

/** The callback with parameters behind those of its own query string, which stay as they are. */
export function callbackWith(callback: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(callback)
  const added = new URLSearchParams(parameters).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}

function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*/, '')
}
