/**
 * Recognises values that select the day of the API, in settings, headers and test controls (spec/versioning.md#clock).
 */

/** The day on which the network was opened to the public. There was no API before this day. */
const FIRST_DAY = '2006-03-21'

/** Description of accepted values, for messages. */
export const API_DATE_FORM = `a day from ${FIRST_DAY} on, such as 2020-08-12, live or latest`

/** True for `live`, for `latest`, and for existing days from the first day on. Accepts any text. */
export function isApiDate(value: string): boolean {
  return value === 'live' || value === 'latest' || (isCalendarDay(value) && value >= FIRST_DAY)
}

/** False for days such as 2020-02-31; Date reads this text as the second of March. */
function isCalendarDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(Date.parse(value))) return false
  return new Date(value).toISOString().startsWith(value)
}
