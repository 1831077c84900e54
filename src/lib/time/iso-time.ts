/** Formats and parses ISO 8601 times. `Date` formats ten times slower, and accepts days that do not exist. */

const DAY_MS = 86_400_000

/**
 * `FIRST` is the first millisecond of the year 1970. `END` is the first millisecond of the year 10000, from which on
 * times have another format.
 */
const FIRST = 0
const END = 253_402_300_800_000

/**
 * The result of `new Date(at).toISOString()`.
 * @param at milliseconds since the Unix epoch
 * @throws {RangeError} for an invalid time
 */
export function isoTime(at: number): string {
  if (!(Number.isInteger(at) && at >= FIRST && at < END)) return new Date(at).toISOString()
  const ms = at % DAY_MS
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`
  return `${dateOf((at - ms) / DAY_MS)}T${clock}.${three(ms % 1000)}Z`
}

/**
 * A time rounded down to whole seconds, in the format of API objects: `2020-06-18T16:00:33.000Z`. Some clients cannot
 * parse a fraction other than `.000` (spec/v2.md#times, spec/v2-objects.md#post).
 * @param at milliseconds since the Unix epoch
 * @throws {RangeError} for an invalid time
 */
export function isoSecond(at: number): string {
  return isoTime(Math.floor(at / 1000) * 1000)
}

/**
 * The date of a day. The calculation uses years that begin in March, because the leap day is then the last day. The
 * calendar repeats after 400 years.
 * @param day number of days since the Unix epoch
 */
function dateOf(day: number): string {
  const fromMarch0 = day + 719_468
  const era = Math.floor(fromMarch0 / 146_097)
  const ofEra = fromMarch0 - era * 146_097
  const leaps = Math.floor(ofEra / 1_460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096)
  const year = Math.floor((ofEra - leaps) / 365)
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const date = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return `${era * 400 + year + (month <= 2 ? 1 : 0)}-${two(month)}-${two(date)}`
}

/** Matches a day. `MOMENT` matches a day and a time with up to nine fractional digits. */
const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
/** Matches an offset from UTC in hours and minutes. */
const OFFSET = /([+-])([01]\d|2[0-3]):([0-5]\d)$/

/**
 * The time of a text such as `2020-06-18T16:00:33.000Z` in milliseconds since the Unix epoch; undefined for another
 * text.
 */
export function readIsoTime(text: string): number | undefined {
  return MOMENT.test(text) ? readReal(text, 19) : undefined
}

/**
 * Like {@link readIsoTime}, but also reads times with an offset from UTC, such as `2020-06-18T18:00:33+02:00` (RFC
 * 3339).
 */
export function readOffsetTime(text: string): number | undefined {
  const [offset, sign, hours, minutes] = OFFSET.exec(text) ?? []
  if (offset === undefined) return readIsoTime(text)
  const local = readIsoTime(`${text.slice(0, -offset.length)}Z`)
  const ahead = (Number(hours) * 60 + Number(minutes)) * 60_000
  return local === undefined ? undefined : local - (sign === '-' ? -ahead : ahead)
}

/** The first millisecond of a day such as `2020-06-18` in UTC, since the Unix epoch; undefined for another text. */
export function readIsoDay(text: string): number | undefined {
  return DAY.test(text) ? readReal(text, 10) : undefined
}

/**
 * The time; undefined for a time that does not exist. `Date` reads 30 February as 1 March, and hour 24 as the next day.
 */
function readReal(text: string, length: number): number | undefined {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return undefined
  return new Date(ms).toISOString().slice(0, length) === text.slice(0, length) ? ms : undefined
}

function two(number: number): string {
  return number < 10 ? `0${number}` : `${number}`
}

function three(number: number): string {
  return number < 100 ? `0${two(number)}` : `${number}`
}
