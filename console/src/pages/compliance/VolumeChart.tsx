import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import type { Unit } from './search.ts'
import { shownName, type VolumePoint } from './VolumeTab.tsx'

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const
const COLOURS = ['indigo.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6', 'red.6', 'lime.7', 'gray.6'] as const
const MIN_BARS = 12

interface Props {
  readonly points: readonly VolumePoint[]
  readonly unit: Unit
  /** Unix milliseconds. */
  readonly from: number
  readonly to: number
}

/** Stacked bars: one for each unit of time, with a colour for each kind. */
export function VolumeChart({ points, unit, from, to }: Props) {
  const ms = UNIT_MS[unit]
  const last = Math.floor(to / ms)
  const first = Math.min(Math.floor(from / ms), last - MIN_BARS + 1)
  const format = new Intl.DateTimeFormat(
    undefined,
    unit === 'day' ? { dateStyle: 'short' } : { timeStyle: 'short' },
  )
  const names = [...new Set(points.map(({ name }) => name))]
  const rows = Array.from({ length: last - first + 1 }, (_, index) => {
    const at = (first + index) * ms
    return { time: format.format(at), ...countsAt(points, at) }
  })
  return (
    <BarChart
      h={280}
      data={rows}
      dataKey="time"
      type="stacked"
      withLegend
      yAxisProps={{ allowDecimals: false }}
      series={names.map((name, index) => ({
        name,
        label: shownName(name),
        color: COLOURS[index % COLOURS.length] ?? 'indigo.6',
      }))}
    />
  )
}

function countsAt(points: readonly VolumePoint[], at: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const point of points)
    if (point.at === at) counts[point.name] = (counts[point.name] ?? 0) + point.count
  return counts
}
