import { AreaChart, type AreaChartProps, BarChart, type BarChartProps } from '@mantine/charts'
import { Stack, Title } from '@mantine/core'
import '@mantine/charts/styles.css'
import { useMemo } from 'react'
import type { components } from '../../api/schema.d.ts'
import { WhenSeen } from '../../components/WhenSeen.tsx'
import { USAGE } from '../../text/usage.ts'

type Bucket = components['schemas']['ConsoleBucket']

const HOUR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** Labels of the axis. The tooltip has the exact time. */
const SHORT_HOUR = new Intl.DateTimeFormat(undefined, { hour: 'numeric' })
const SHORT_DATE = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const SHORT_DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
const NUMBER = new Intl.NumberFormat()
const HEIGHT_PX = 220
/**
 * A period with more buckets is drawn as steps, which need one shape for each series. Bars need one for each
 * bucket.
 */
const MAX_BARS = 48

const REQUEST_SERIES = [
  { name: 'succeeded', label: USAGE.succeeded, color: 'blue.6' },
  { name: 'refused', label: USAGE.refused, color: 'yellow.6' },
  { name: 'failed', label: USAGE.failed, color: 'red.6' },
]
const POST_SERIES = [{ name: 'posts', label: USAGE.posts, color: 'teal.6' }]

interface Props {
  readonly buckets: readonly Bucket[]
  /** Number of hours that a bar shows: 1 or 24. */
  readonly hours: number
}

/**
 * Charts of usage. The module is loaded only with this page, because the chart library is larger than the
 * rest of the console.
 */
export function UsageCharts({ buckets, hours }: Props) {
  const data = useMemo(() => {
    const exact = hours === 1 ? HOUR : DAY
    return buckets.map((bucket) => ({ ...bucket, at: exact.format(new Date(bucket.at)) }))
  }, [buckets, hours])
  const axis = useMemo(() => axisOf(buckets, data, hours), [buckets, data, hours])
  const common = {
    h: HEIGHT_PX,
    data,
    dataKey: 'at',
    valueFormatter: (value: number) => NUMBER.format(value),
    withLegend: true,
    tickLine: 'none',
    xAxisProps: { minTickGap: 40, ...axis },
    // The axis has whole numbers only, because it counts requests and posts.
    yAxisProps: { allowDecimals: false },
  } as const
  const Chart = buckets.length > MAX_BARS ? Steps : Bars
  return (
    <Stack gap="lg">
      <WhenSeen height={HEIGHT_PX}>
        <Chart {...common} series={REQUEST_SERIES} />
      </WhenSeen>
      <Title order={3}>{USAGE.postsChart}</Title>
      <WhenSeen height={HEIGHT_PX}>
        <Chart {...common} series={POST_SERIES} />
      </WhenSeen>
    </Stack>
  )
}

function Bars(props: BarChartProps) {
  return <BarChart {...props} type="stacked" barProps={{ isAnimationActive: false }} />
}

function Steps(props: AreaChartProps) {
  return (
    <AreaChart
      {...props}
      type="stacked"
      curveType="step"
      withDots={false}
      fillOpacity={1}
      strokeWidth={0}
      areaProps={{ isAnimationActive: false }}
    />
  )
}

/** The ticks of the axis, with short labels. A period of several days in hours has one tick per day, at midnight. */
function axisOf(buckets: readonly Bucket[], data: readonly { readonly at: string }[], hours: number) {
  const isDaysOfHours = hours === 1 && buckets.length > 24
  const short = hours === 24 ? SHORT_DAY : isDaysOfHours ? SHORT_DATE : SHORT_HOUR
  const labels = new Map<string, string>()
  for (const [index, { at }] of data.entries()) {
    const time = new Date(buckets[index]?.at ?? 0)
    if (!isDaysOfHours || time.getHours() === 0) labels.set(at, short.format(time))
  }
  return { ticks: [...labels.keys()], tickFormatter: (at: string) => labels.get(at) ?? '' }
}
