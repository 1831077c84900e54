/** Dates as v1.1 writes them. */
import { v11Date } from '../api/1.1/_objects/date.ts'

const FORM = /^[A-Z][a-z]{2} ([A-Z][a-z]{2} \d\d) (\d\d:\d\d:\d\d) \+0000 (\d{4})$/

/** Milliseconds since the Unix epoch of a text such as `Wed May 23 06:01:13 +0000 2007`; undefined for any other. */
export function parseV11Date(text: string): number | undefined {
  const [, day, time, year] = FORM.exec(text) ?? []
  if (day === undefined) return undefined
  const ms = Date.parse(`${day} ${year} ${time} UTC`)
  // Dates that there are not, such as February 30, come out as others.
  return !Number.isNaN(ms) && v11Date(ms) === text ? ms : undefined
}
