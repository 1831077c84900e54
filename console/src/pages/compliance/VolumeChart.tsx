import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useMemo } from 'react'
import { COMPLIANCE } from '../../text/compliance.ts'
import type { Unit } from './search.ts'
import { shownName, type VolumePoint } from './volume.ts'

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
const COLOURS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6', 'red.6', 'lime.7', 'gray.6'] as const
const MIN_BARS = 12
const HEIGHT_PX = 280
const MIN_TICK_GAP_PX = 24

/** Labels of the axis, and exact times of the tooltip. Days are in UTC, as on the server. */
const SHORT_TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const EXACT_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const EXACT_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const NUMBER = new Intl.NumberFormat('en')

interface Props {
  readonly points: readonly VolumePoint[]
  readonly unit: Unit
  /** Unix milliseconds. */
  readonly from: number
  readonly to: number
}

/** A bar for each unit of time, stacked by kind of message. */
export function VolumeChart({ points, unit, from, to }: Props) {
  const rows = useMemo(() => rowsOf(points, unit, from, to), [points, unit, from, to])
  const names = [...new Set(points.map(({ name }) => name))]
  const [short, exact] = unit === 'day' ? [SHORT_DAY, EXACT_DAY] : [SHORT_TIME, EXACT_TIME]
  const total = points.reduce((sum, { count }) => sum + count, 0)
  return (
    <figure aria-label={COMPLIANCE.volume.chart(total)} style={{ margin: 0 }}>
      <BarChart
        h={HEIGHT_PX}
        data={rows}
        dataKey="at"
        type="stacked"
        withLegend
        tickLine="none"
        barProps={{ isAnimationActive: false }}
        valueFormatter={(value) => NUMBER.format(value)}
        xAxisProps={{ minTickGap: MIN_TICK_GAP_PX, tickFormatter: (at: number) => short.format(at) }}
        yAxisProps={{ allowDecimals: false }}
        // There is no label while the pointer is outside the chart.
        tooltipProps={{ labelFormatter: (at) => (typeof at === 'number' ? exact.format(at) : '') }}
        series={names.map((name, index) => ({
          name,
          label: shownName(name),
          color: COLOURS[index % COLOURS.length] ?? 'indigo.6',
        }))}
      />
    </figure>
  )
}

function rowsOf(points: readonly VolumePoint[], unit: Unit, from: number, to: number) {
  const ms = UNIT_MS[unit]
  const last = Math.floor(to / ms)
  const first = Math.min(Math.floor(from / ms), last - MIN_BARS + 1)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (first + index) * ms
    return { at, ...countsAt(points, at) }
  })
}

function countsAt(points: readonly VolumePoint[], at: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const point of points)
    if (point.at === at) counts[point.name] = (counts[point.name] ?? 0) + point.count
  return counts
}
