import { Badge, Text, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../api/schema.d.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { USAGE } from '../../text/usage.ts'
import { connectionsQuery } from './queries.ts'

type Connection = components['schemas']['ConsoleConnection']

const NUMBER = new Intl.NumberFormat()
const REFETCH_MS = 5_000

const COLUMNS: readonly Column<Connection>[] = [
  { id: 'stream', header: USAGE.stream, cell: ({ stream }) => stream, sortBy: ({ stream }) => stream },
  {
    id: 'state',
    header: USAGE.state,
    width: 'minmax(12rem, 2fr)',
    cell: (row) => <State connection={row} />,
  },
  { id: 'started', header: USAGE.started, cell: ({ started_at }) => <Time value={started_at} /> },
  {
    id: 'ended',
    header: USAGE.ended,
    cell: ({ ended_at }) => (ended_at === undefined ? '–' : <Time value={ended_at} />),
  },
  {
    id: 'delivered',
    header: USAGE.delivered,
    align: 'end',
    cell: ({ delivered }) => NUMBER.format(delivered),
    sortBy: ({ delivered }) => delivered,
  },
  {
    id: 'dropped',
    header: USAGE.dropped,
    align: 'end',
    cell: ({ dropped }) => NUMBER.format(dropped),
    sortBy: ({ dropped }) => dropped,
  },
  {
    id: 'lag',
    header: USAGE.lag,
    align: 'end',
    cell: ({ lag_ms }) => (lag_ms === undefined ? '–' : USAGE.milliseconds(NUMBER.format(lag_ms))),
  },
]

/** Lists the open and past connections of the app to streams. */
export function Connections({ appId }: { readonly appId: string }) {
  const connections = useQuery({
    ...connectionsQuery(appId),
    refetchInterval: REFETCH_MS,
  })
  return (
    <Section title={USAGE.connections} description={USAGE.connectionsHelp} isFlush>
      <Loaded query={connections}>
        {(data) => (
          <DataTable
            label={USAGE.connections}
            rows={data.connections}
            columns={COLUMNS}
            rowId={({ id }) => id}
            maxHeight="24rem"
            empty={<EmptyState title={USAGE.noConnections}>{USAGE.noConnectionsAdvice}</EmptyState>}
          />
        )}
      </Loaded>
    </Section>
  )
}

function State({ connection: { reason } }: { readonly connection: Connection }) {
  if (reason === undefined) return <Badge color="green">{USAGE.open}</Badge>
  return (
    <Tooltip label={reason}>
      <Text span inherit>
        {USAGE.reasons[reason] ?? reason}
      </Text>
    </Tooltip>
  )
}
