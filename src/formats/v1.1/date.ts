const DAYS = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'] as const
const MONTHS = ['Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Jan', 'Feb'] as const

const DAY_SECONDS = 86_400
/** Number of days in 400 years, after which the calendar repeats. */
const ERA_DAYS = 146_097
/** Number of days from 0000-03-01 to 1970-01-01. If a year begins in March, the leap day is its last day. */
const EPOCH_DAYS = 719_468

/**
 * A v1.1 date, such as `Mon Dec 10 22:03:43 +0000 2018`. It is computed without `Date`, which takes ten times as long,
 * because a page of users has hundreds of dates.
 * @param ms milliseconds since the Unix epoch, from the year 0 to 9999
 */
export function v11Date(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const days = Math.floor(seconds / DAY_SECONDS)
  const second = seconds - days * DAY_SECONDS
  const { year, month, day } = civil(days)
  const weekday = DAYS[(((days % 7) + 7) % 7) as 0]
  const time = `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`
  return `${weekday} ${MONTHS[month as 0]} ${two(day)} ${time} +0000 ${String(year).padStart(4, '0')}`
}

/** Year, month (0 is March) and day in the Gregorian calendar, from the number of days since the epoch. */
function civil(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const sinceMarch = days + EPOCH_DAYS
  const era = Math.floor(sinceMarch / ERA_DAYS)
  const dayOfEra = sinceMarch - era * ERA_DAYS
  const leaps = Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const month = Math.floor((5 * dayOfYear + 2) / 153)
  const year = yearOfEra + era * 400 + (month > 9 ? 1 : 0)
  return { year, month, day: dayOfYear - Math.floor((153 * month + 2) / 5) + 1 }
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
