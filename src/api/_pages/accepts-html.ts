/** Matches an `Accept` header that names HTML. Browsers name HTML; API clients send only a wildcard. */
const ASKS_FOR_HTML = /(^|[\s,])text\/html(?![\w.+-])(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

/** True if an `Accept` header names `text/html` (spec/console.md#landing-page). */
export function acceptsHtml(accept: string | undefined): boolean {
  return ASKS_FOR_HTML.test(accept ?? '')
}
