/**
 * Times on pages are in UTC, because the pages have no script that could find out the time zone of the reader
 * (docs/decisions/0183-pages-without-scripts.md).
 */
import { type Html, html } from '../../text/html.ts'

const MINUTE = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
})

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** @param ms a time in milliseconds since the Unix epoch */
export function minuteOf(ms: number): Html {
  const exact = new Date(ms).toISOString()
  return html`<time datetime="${exact}" title="${exact}">${MINUTE.format(ms)} UTC</time>`
}

/** @param ms a time in milliseconds since the Unix epoch */
export function monthOf(ms: number): Html {
  const exact = new Date(ms).toISOString()
  return html`<time datetime="${exact}" title="${exact}">${MONTH.format(ms)}</time>`
}
