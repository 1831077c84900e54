/** Dates as v2 and archives write them. */

const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** Milliseconds since the Unix epoch of a text such as `2020-06-18T16:00:33.000Z`; undefined for any other. */
export function parseIsoDate(text: string): number | undefined {
  if (!FORM.test(text)) return undefined
  const ms = Date.parse(text)
  // Dates that there are not, such as February 30, come out as others, or as none.
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19) ? ms : undefined
}
