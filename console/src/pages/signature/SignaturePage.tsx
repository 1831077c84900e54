import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { SIGNATURE } from '../../text/signature.ts'
import { Calculator } from './Calculator.tsx'
import { Compare } from './Compare.tsx'

type Failure = components['schemas']['ConsoleSignatureFailure']

const REFETCH_MS = 5_000

const COLUMNS: readonly Column<Failure>[] = [
  { id: 'time', header: SIGNATURE.time, width: '6rem', cell: ({ at }) => <Time value={at} as="clock" /> },
  {
    id: 'request',
    header: SIGNATURE.request,
    width: 'minmax(16rem, 2fr)',
    cell: ({ method, origin, path }) => (
      <Text span ff="monospace" size="xs">
        {method} {origin}
        {path}
      </Text>
    ),
  },
  { id: 'reason', header: SIGNATURE.reason, width: 'minmax(12rem, 1fr)', cell: ({ reason }) => reason },
]

export function SignaturePage() {
  usePageTitle(SIGNATURE.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/signature' })
  const { selected } = useSearch({ from: '/shell/apps/$appId/signature' })
  const navigate = useNavigate({ from: '/apps/$appId/signature' })
  const failures = useQuery({
    queryKey: ['app', appId, 'signature-failures'],
    queryFn: () =>
      dataOf(
        api.GET('/console/api/apps/{app_id}/signature/failures', { params: { path: { app_id: appId } } }),
      ),
    refetchInterval: REFETCH_MS,
  })
  const chosen = failures.data?.failures.find(({ id }) => id === selected)
  return (
    <Stack gap="lg">
      <Section title={SIGNATURE.failures} description={SIGNATURE.failuresHelp} isFlush>
        <Loaded query={failures}>
          {(data) => (
            <DataTable
              label={SIGNATURE.failures}
              rows={data.failures}
              columns={COLUMNS}
              rowId={({ id }) => id}
              selectedId={selected}
              onSelect={({ id }) => void navigate({ search: { selected: id }, replace: true })}
              empty={<EmptyState title={SIGNATURE.none}>{SIGNATURE.noneAdvice}</EmptyState>}
            />
          )}
        </Loaded>
      </Section>
      {chosen !== undefined && <Compare key={chosen.id} appId={appId} failure={chosen} />}
      <Calculator appId={appId} />
    </Stack>
  )
}
