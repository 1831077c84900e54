import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { EXPORTS } from '../../../text/data.ts'
import { numberText } from '../server/Facts.tsx'
import { NewExport } from './NewExport.tsx'

type Run = components['schemas']['ConsoleExports']['exports'][number]

const REFETCH_MS = 2_000

const COLUMNS: readonly Column<Run>[] = [
  { id: 'name', header: EXPORTS.file, cell: ({ name }) => name, width: 'minmax(9rem, 2fr)' },
  { id: 'state', header: EXPORTS.state, cell: ({ state }) => EXPORTS.states[state] },
  { id: 'rows', header: EXPORTS.rows, cell: ({ rows }) => numberText(rows), align: 'end' },
  {
    id: 'unreadable',
    header: EXPORTS.unreadable,
    cell: ({ unreadable }) => numberText(unreadable),
    align: 'end',
  },
  { id: 'by', header: EXPORTS.startedBy, cell: (run) => run.started_by, width: 'minmax(10rem, 1.5fr)' },
  { id: 'at', header: EXPORTS.started, cell: (run) => <Time value={run.started_at} /> },
]

/** The id of a row contains the file name, because two exports can start in the same millisecond. */
function rowId({ name, started_at: at, started_by: by }: Run): string {
  return `${at} ${name} ${by}`
}

export function ExportsPage() {
  const state = useQuery({
    queryKey: ['operator', 'exports'],
    queryFn: () => dataOf(api.GET('/console/api/operator/exports')),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })
  return (
    <Stack gap="lg">
      <PageHeader title={EXPORTS.title} description={EXPORTS.help} />
      <Loaded query={state}>
        {({ exports: runs, formats }) => (
          <>
            <NewExport formats={formats} />
            <Section title={EXPORTS.list} description={EXPORTS.listHelp} isFlush>
              <DataTable
                label={EXPORTS.list}
                rows={runs}
                columns={COLUMNS}
                rowId={rowId}
                empty={<EmptyState title={EXPORTS.none}>{EXPORTS.noneAdvice}</EmptyState>}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Stack>
  )
}
