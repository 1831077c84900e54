import { BarChart } from '@mantine/charts'
import { Stack, Title } from '@mantine/core'
import '@mantine/charts/styles.css'
import { useMemo } from 'react'
import type { components } from '../../api/schema.d.ts'
import { USAGE } from '../../text/usage.ts'

type Bucket = components['schemas']['ConsoleBucket']

const HOUR = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const NUMBER = new Intl.NumberFormat()
const HEIGHT_PX = 220

const REQUEST_SERIES = [
  { name: 'succeeded', label: USAGE.succeeded, color: 'blue.6' },
  { name: 'refused', label: USAGE.refused, color: 'yellow.6' },
  { name: 'failed', label: USAGE.failed, color: 'red.6' },
]
const POST_SERIES = [{ name: 'posts', label: USAGE.posts, color: 'teal.6' }]

interface Props {
  readonly buckets: readonly Bucket[]
  /** Hours of a bucket: 1 or 24. */
  readonly hours: number
}

/** Loaded with the page that shows it: charts are larger than the rest of the console. */
export function UsageCharts({ buckets, hours }: Props) {
  const data = useMemo(
    () =>
      buckets.map((bucket) => ({ ...bucket, at: (hours === 1 ? HOUR : DAY).format(new Date(bucket.at)) })),
    [buckets, hours],
  )
  const common = {
    h: HEIGHT_PX,
    data,
    dataKey: 'at',
    valueFormatter: (value: number) => NUMBER.format(value),
    withLegend: true,
    tickLine: 'none',
    barProps: { isAnimationActive: false },
    xAxisProps: { minTickGap: 40 },
    // Requests and posts are whole numbers.
    yAxisProps: { allowDecimals: false },
  } as const
  return (
    <Stack gap="lg">
      <BarChart {...common} type="stacked" series={REQUEST_SERIES} />
      <Title order={3}>{USAGE.postsChart}</Title>
      <BarChart {...common} series={POST_SERIES} />
    </Stack>
  )
}
