/** Parses v1.1 dates. */
import { v11Date } from '../../formats/v1.1/date.ts'

const FORM = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d\d):(\d\d):(\d\d) \+0000 (\d{4})$/

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, at) => [
    name,
    at,
  ]),
)

/**
 * The time of a text such as `Wed May 23 06:01:13 +0000 2007`, in milliseconds since the Unix epoch; undefined for
 * another text.
 */
export function parseV11Date(text: string): number | undefined {
  const [, month = '', day, hour, minute, second, year] = FORM.exec(text) ?? []
  // `Date.parse` is much slower, and a file contains two dates for each post.
  const ms = Date.UTC(
    Number(year),
    MONTHS[month] ?? Number.NaN,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  // If a date such as February 30 does not exist, `Date.UTC` returns another date.
  return !Number.isNaN(ms) && v11Date(ms) === text ? ms : undefined
}
