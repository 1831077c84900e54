import { Text, Tooltip } from '@mantine/core'
import { COMPONENTS } from '../text/components.ts'
import { useNow } from './use-now.ts'

interface Props {
  /** Milliseconds since the Unix epoch, or ISO 8601; a missing value is shown as "never". */
  readonly value: number | string | null | undefined
  /** `relative`: "3 min ago"; `date`: day and time in the time zone of the browser; `clock`: the time with seconds. */
  readonly as?: 'relative' | 'date' | 'clock'
}

const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

/** Units and their lengths in seconds, longest first. */
const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A time in the time zone of the browser. A tooltip on hover and focus has the exact time, in that zone and in UTC. */
export function Time({ value, as = 'relative' }: Props) {
  const now = useNow(as === 'relative' ? 30_000 : undefined)
  const date = value === null || value === undefined ? undefined : new Date(value)
  if (date === undefined || Number.isNaN(date.getTime())) {
    return (
      <Text span inherit c="dimmed">
        {COMPONENTS.never}
      </Text>
    )
  }
  const iso = date.toISOString()
  return (
    <Tooltip label={`${EXACT.format(date)} (${iso})`} multiline>
      <time dateTime={iso}>{textOf(date, as, now)}</time>
    </Tooltip>
  )
}

function textOf(date: Date, as: NonNullable<Props['as']>, now: number): string {
  if (as === 'clock') return CLOCK.format(date)
  if (as === 'date') return SHORT.format(date)
  return relativeText(date.getTime(), now)
}

/** A relative time, such as `3 min. ago`, `in 2 days` or `now`. */
export function relativeText(at: number, now: number): string {
  const seconds = (at - now) / 1000
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return RELATIVE.format(Math.round(seconds / length), unit)
  }
  return RELATIVE.format(Math.round(seconds), 'second')
}
