import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.css'
import { useMemo } from 'react'
import { TRY } from '../../../text/rules.ts'
import type { Backtest } from './merge.ts'

const TEXTS = TRY.backtest
const HOUR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric' })
const NUMBER = new Intl.NumberFormat('en')
const HEIGHT_PX = 200
const MIN_TICK_GAP_PX = 24

interface Props {
  readonly hours: Backtest['figures']['hours']
  readonly matched: number
}

/** A bar for each hour of the last seven days. */
export function BacktestChart({ hours, matched }: Props) {
  const data = useMemo(
    () => hours.map((hour) => ({ at: Date.parse(hour.start), matched: hour.matched })),
    [hours],
  )
  const days = useMemo(() => data.map(({ at }) => at).filter(isMidnight), [data])
  const most = Math.max(...hours.map((hour) => hour.matched))
  return (
    <figure aria-label={TEXTS.chart(matched, most)} style={{ margin: 0 }}>
      <BarChart
        h={HEIGHT_PX}
        data={data}
        dataKey="at"
        series={[{ name: 'matched', label: TEXTS.posts, color: 'var(--console-focus)' }]}
        valueFormatter={(value) => NUMBER.format(value)}
        tickLine="none"
        barProps={{ isAnimationActive: false }}
        xAxisProps={{
          ticks: days,
          minTickGap: MIN_TICK_GAP_PX,
          tickFormatter: (at: number) => DAY.format(at),
        }}
        yAxisProps={{ allowDecimals: false, width: 40 }}
        // There is no label while the pointer is outside the chart.
        tooltipProps={{ labelFormatter: (at) => (typeof at === 'number' ? HOUR.format(at) : '') }}
      />
    </figure>
  )
}

/** True for the first hour of a day in the time zone of the browser. */
function isMidnight(at: number): boolean {
  return new Date(at).getHours() === 0
}
