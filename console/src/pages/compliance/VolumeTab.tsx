import { Group, SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { PartitionSelect } from './PartitionSelect.tsx'
import { UNITS, type Unit } from './search.ts'
import { useComplianceSearch } from './use-compliance-search.ts'
import { VolumeByPartition } from './VolumeByPartition.tsx'
import { shownName, type VolumePoint } from './volume.ts'

const TEXTS = COMPLIANCE.volume
const REFRESH_MS = 10_000

const VolumeChart = lazy(() =>
  import('./VolumeChart.tsx').then((module) => ({ default: module.VolumeChart })),
)

interface Total {
  readonly name: string
  readonly count: number
}

/** Shows counts of messages by time, partition and kind. */
export function VolumeTab() {
  const { search, change } = useComplianceSearch()
  const { unit = 'hour', partition } = search
  const volume = useQuery({
    queryKey: ['compliance', 'volume', unit],
    queryFn: () => dataOf(api.GET('/console/api/compliance/volume', { params: { query: { unit } } })),
    refetchInterval: REFRESH_MS,
    // The previous counts stay during a load, so that the buttons keep the focus.
    placeholderData: keepPreviousData,
  })
  const controls = (
    <Group gap="xs">
      <PartitionSelect
        value={partition}
        all={TEXTS.allPartitions}
        onChange={(value) => change({ partition: value } as never)}
      />
      <SegmentedControl
        aria-label={TEXTS.unit}
        value={unit}
        onChange={(value) => change({ unit: value as Unit })}
        data={UNITS.map((each) => ({ value: each, label: TEXTS.units[each] }))}
      />
    </Group>
  )
  return (
    <Loaded query={volume}>
      {({ points, since, oldest, now, unit: counted }) => {
        const shown = points.filter((point) => partition === undefined || point.partition === partition)
        return (
          <Stack gap={0}>
            <Section
              title={TEXTS.title}
              description={
                <>
                  {TEXTS.since} <Time value={since} as="date" />
                </>
              }
              actions={controls}
            >
              {shown.length === 0 ? (
                <EmptyState title={TEXTS.none}>{TEXTS.noneText}</EmptyState>
              ) : (
                <Suspense fallback={<Loading lines={6} />}>
                  <VolumeChart points={shown} unit={counted} from={Math.max(oldest, since)} to={now} />
                </Suspense>
              )}
            </Section>
            {shown.length > 0 && (
              <Section title={TEXTS.byName} isFlush>
                <DataTable
                  label={TEXTS.byName}
                  rows={totalsOf(shown)}
                  columns={COLUMNS}
                  rowId={({ name }) => name}
                  minWidth="20rem"
                  empty={null}
                />
              </Section>
            )}
            {points.length > 0 && <VolumeByPartition points={points} />}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function totalsOf(points: readonly VolumePoint[]): readonly Total[] {
  const totals = new Map<string, number>()
  for (const { name, count } of points) totals.set(name, (totals.get(name) ?? 0) + count)
  return [...totals].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count)
}

const COLUMNS: readonly Column<Total>[] = [
  { id: 'name', header: TEXTS.name, cell: ({ name }) => shownName(name), sortBy: ({ name }) => name },
  {
    id: 'count',
    header: TEXTS.count,
    cell: ({ count }) => count.toLocaleString('en'),
    sortBy: ({ count }) => count,
    align: 'end',
  },
]
