import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Section } from '../../components/Section.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { useComplianceSearch } from './use-compliance-search.ts'
import type { VolumePoint } from './volume.ts'

const TEXTS = COMPLIANCE.volume
const PARTITIONS = 8

interface Total {
  readonly partition: number
  readonly count: number
}

/** Shows the number of messages of each partition. A click on a row selects only that partition. */
export function VolumeByPartition({ points }: { readonly points: readonly VolumePoint[] }) {
  const { search, change } = useComplianceSearch()
  const { partition: selected } = search
  return (
    <Section title={TEXTS.byPartition} isFlush>
      <DataTable
        label={TEXTS.byPartition}
        rows={totalsOf(points)}
        columns={COLUMNS}
        rowId={({ partition }) => String(partition)}
        selectedId={selected === undefined ? undefined : String(selected)}
        onSelect={({ partition }) => change({ partition })}
        minWidth="20rem"
        empty={null}
      />
    </Section>
  )
}

function totalsOf(points: readonly VolumePoint[]): readonly Total[] {
  return Array.from({ length: PARTITIONS }, (_, index) => {
    const own = points.filter(({ partition }) => partition === index + 1)
    return { partition: index + 1, count: own.reduce((sum, { count }) => sum + count, 0) }
  })
}

const COLUMNS: readonly Column<Total>[] = [
  {
    id: 'partition',
    header: TEXTS.partition,
    cell: ({ partition }) => COMPLIANCE.connect.partition(partition),
    sortBy: ({ partition }) => partition,
  },
  {
    id: 'count',
    header: TEXTS.count,
    cell: ({ count }) => count.toLocaleString('en'),
    sortBy: ({ count }) => count,
    align: 'end',
  },
]
