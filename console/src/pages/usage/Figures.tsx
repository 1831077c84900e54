import { Center, Group, Progress, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { components } from '../../api/schema.d.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { USAGE } from '../../text/usage.ts'
import { rangeOf, usageQuery } from './queries.ts'
import { RANGES, type UsageRange } from './search.ts'

const UsageCharts = lazy(() =>
  import('./UsageCharts.tsx').then(({ UsageCharts: chart }) => ({ default: chart })),
)

const NUMBER = new Intl.NumberFormat()
const REFETCH_MS = 30_000
/**
 * Heights of the meters and of the two charts. The page reserves these heights before the data is loaded, so
 * that the content below does not move.
 */
const METERS_ROOM = { base: '17rem', sm: '5.5rem' }
const CHARTS_ROOM = '32rem'

/** Shows the monthly meters, and the charts of the chosen period. */
export function Figures({ appId }: { readonly appId: string }) {
  const search = useSearch({ from: '/shell/apps/$appId/usage' })
  const range = rangeOf(search)
  const navigate = useNavigate({ from: '/apps/$appId/usage' })
  const usage = useQuery({
    ...usageQuery(appId, search),
    refetchInterval: REFETCH_MS,
    placeholderData: (last) => last,
  })
  const choose = (next: string) =>
    void navigate({ search: (last) => ({ ...last, range: next as UsageRange }), replace: true })
  return (
    <>
      <Section title={USAGE.months} description={USAGE.monthsHelp}>
        <Loaded query={usage} lines={2} room={METERS_ROOM}>
          {({ months }) => (
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
              {months.map((month) => (
                <Meter key={month.product} month={month} />
              ))}
            </SimpleGrid>
          )}
        </Loaded>
      </Section>
      <Section
        title={USAGE.requestsChart}
        description={usage.data?.hours_of_bucket === 24 ? USAGE.days : USAGE.hours}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={USAGE.range}
            value={range}
            onChange={choose}
            data={RANGES.map((value) => ({ value, label: USAGE.ranges[value] }))}
          />
        }
      >
        <Loaded query={usage} lines={8} room={CHARTS_ROOM}>
          {({ buckets, hours_of_bucket }) =>
            buckets.every(({ requests, posts }) => requests === 0 && posts === 0) ? (
              <Center mih={CHARTS_ROOM}>
                <EmptyState title={USAGE.noRequests}>{USAGE.noRequestsAdvice}</EmptyState>
              </Center>
            ) : (
              <Suspense fallback={<Loading lines={8} room={CHARTS_ROOM} />}>
                <UsageCharts buckets={buckets} hours={hours_of_bucket} />
              </Suspense>
            )
          }
        </Loaded>
      </Section>
    </>
  )
}

function Meter({ month }: { readonly month: components['schemas']['ConsoleMonth'] }) {
  const { product, used, cap, is_of_project, resets_at } = month
  const name = USAGE.products[product] ?? product
  const percent = Math.min(100, (used / cap) * 100)
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {USAGE.resets} <Time value={resets_at} as="date" />
        </Text>
      </Group>
      <Progress value={percent} {...(percent >= 90 ? { color: 'red' } : {})} aria-label={name} />
      <Text size="sm">{USAGE.used(NUMBER.format(used), NUMBER.format(cap))}</Text>
      {is_of_project && (
        <Text size="xs" c="dimmed">
          {USAGE.ofProject}
        </Text>
      )}
    </Stack>
  )
}
