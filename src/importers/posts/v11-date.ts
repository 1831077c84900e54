/** Parses dates of v1.1. */
import { v11Date } from '../../formats/v1.1/date.ts'

const FORM = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (\d\d):(\d\d):(\d\d) \+0000 (\d{4})$/

const MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, at) => [
    name,
    at,
  ]),
)

/** Milliseconds since the Unix epoch of a text such as `Wed May 23 06:01:13 +0000 2007`; undefined for any other. */
export function parseV11Date(text: string): number | undefined {
  const [, month = '', day, hour, minute, second, year] = FORM.exec(text) ?? []
  // `Date.parse` is much slower, and a file has two dates per post.
  const ms = Date.UTC(
    Number(year),
    MONTHS[month] ?? Number.NaN,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  // Dates that do not exist, such as February 30, become other dates.
  return !Number.isNaN(ms) && v11Date(ms) === text ? ms : undefined
}
