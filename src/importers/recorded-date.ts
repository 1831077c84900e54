/** Reads dates in the forms that data sets use (spec/odd-values.md#odd-values). */
import type { Fault } from '../lib/repair.ts'
import { parseV11Date } from './posts/v11-date.ts'

/**
 * Dates and times with names of months, in the forms of v1.1, of RFC 2822 (`Wed, 19 Jan 2011 21:16:37 +0000`), and of
 * sentiment140.
 */
const NAMED_MONTH = [
  /^(?:[a-z]{3,9},? )?(?<month>[a-z]{3})[a-z]* (?<day>\d{1,2}),? (?<clock>\d\d?:\d\d(?::\d\d)?)(?: (?<zone>[a-z]{1,5}|[+-]\d\d:?\d\d))? (?<year>\d{4})$/i,
  /^(?:[a-z]{3,9},? )?(?<day>\d{1,2})[ -](?<month>[a-z]{3})[a-z]*[ -](?<year>\d{4}) (?<clock>\d\d?:\d\d(?::\d\d)?)(?: ?(?<zone>[a-z]{1,5}|[+-]\d\d:?\d\d))?$/i,
]
/** ISO 8601 and similar forms. The time of day may be missing. */
const NUMBERS =
  /^(?<year>\d{4})[-/](?<number>\d\d)[-/](?<day>\d\d)(?:[T ](?<clock>\d\d?:\d\d(?::\d\d(?:[.,]\d{1,9})?)?) ?(?<zone>Z|UTC|GMT|[a-z]{3,4}|[+-]\d\d(?::?\d\d)?)?)?$/i
/** Dates with the month first, as in spreadsheets of the United States. */
const AMERICAN = /^(?<number>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})(?: (?<clock>\d\d?:\d\d(?::\d\d)?))?$/

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Offsets from UTC in hours, for the time zones that RFC 2822 names and for some further zones. */
const ZONES: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3, msk: 3 },
  ...{ jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
}

/** Matches Unix seconds with 9 or 10 digits: the years 1973 to 2286. */
const UNIX_SECONDS = /^\d{9,10}(?:\.\d{1,9})?$/
const UNIX_MILLISECONDS = /^\d{12,13}$/

/**
 * The time in milliseconds since the Unix epoch; undefined for a text that is not a date.
 * @param note called for a date without a time zone; such a date is read as UTC
 */
export function readRecordedDate(text: string, note: (fault: Fault) => void): number | undefined {
  const exact = parseV11Date(text)
  if (exact !== undefined) return exact
  const trimmed = text.trim().replace(/\s+/g, ' ')
  if (UNIX_SECONDS.test(trimmed)) return Math.floor(Number(trimmed) * 1_000)
  if (UNIX_MILLISECONDS.test(trimmed)) return Number(trimmed)
  for (const form of [NUMBERS, ...NAMED_MONTH, AMERICAN]) {
    const groups = form.exec(trimmed)?.groups
    if (groups === undefined) continue
    const offset = offsetOf(groups['zone'])
    const local = offset === undefined ? undefined : localTime(groups)
    if (local === undefined || offset === undefined) return undefined
    if (groups['zone'] === undefined) note('no time zone')
    return local - offset
  }
  return undefined
}

type Groups = Readonly<Record<string, string | undefined>>

function localTime({ year, month, number, day, clock = '00:00:00' }: Groups): number | undefined {
  const monthIndex = month === undefined ? Number(number) - 1 : MONTHS.indexOf(month.toLowerCase())
  const [hours = 0, minutes = 0, seconds = 0] = clock.replace(',', '.').split(':').map(Number)
  if (hours > 23 || minutes > 59 || seconds >= 61) return undefined
  const midnight = Date.UTC(Number(year), monthIndex, Number(day))
  const isReal = new Date(midnight).getUTCMonth() === monthIndex
  if (!isReal) return undefined
  return midnight + (hours * 60 + minutes) * 60_000 + Math.floor(seconds * 1_000)
}

/** Offset from UTC in milliseconds; 0 if the date has no zone, and undefined for an unknown zone. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0
  const named = ZONES[zone.toLowerCase()]
  if (named !== undefined) return named * 3_600_000
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (sign === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
