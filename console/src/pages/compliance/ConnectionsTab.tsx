import { Button, Stack, Tooltip } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'

const TEXTS = COMPLIANCE.connections
const REFRESH_MS = 3_000

const loadConnections = () => dataOf(api.GET('/console/api/compliance/connections'))

type Connections = Awaited<ReturnType<typeof loadConnections>>
type Open = Connections['open'][number]
type Past = Connections['past'][number]

/** Lists the open and past connections of the account. */
export function ConnectionsTab() {
  const [dropping, setDropping] = useState<Open>()
  const queryClient = useQueryClient()
  const connections = useQuery({
    queryKey: ['compliance', 'connections'],
    queryFn: loadConnections,
    refetchInterval: REFRESH_MS,
  })
  const openColumns = useMemo(() => columnsOfOpen(setDropping), [])
  const drop = async () => {
    const path = { connection_id: String(dropping?.id) }
    await api.DELETE('/console/api/compliance/connections/{connection_id}', { params: { path } })
    await queryClient.invalidateQueries({ queryKey: ['compliance', 'connections'] })
  }
  return (
    <Loaded query={connections}>
      {({ node, open, past }) => (
        <Stack gap={0}>
          <Section title={TEXTS.open} description={TEXTS.node(node)} isFlush>
            <DataTable
              label={TEXTS.open}
              rows={open}
              columns={openColumns}
              rowId={idOf}
              minWidth="64rem"
              empty={<EmptyState title={TEXTS.noneOpen}>{TEXTS.noneOpenText}</EmptyState>}
            />
          </Section>
          <Section title={TEXTS.past} description={TEXTS.pastDescription} isFlush>
            <DataTable
              label={TEXTS.past}
              rows={past}
              columns={PAST_COLUMNS}
              rowId={idOf}
              minWidth="56rem"
              empty={<EmptyState title={TEXTS.nonePast}>{TEXTS.nonePastText}</EmptyState>}
            />
          </Section>
          <ConfirmByName
            opened={dropping !== undefined}
            onClose={() => setDropping(undefined)}
            title={TEXTS.dropTitle}
            action={TEXTS.drop}
            onConfirm={drop}
          >
            {TEXTS.dropText}
          </ConfirmByName>
        </Stack>
      )}
    </Loaded>
  )
}

function idOf({ id }: { readonly id: number }): string {
  return String(id)
}

function common<Row extends Open | Past>(): readonly Column<Row>[] {
  return [
    {
      id: 'partition',
      header: TEXTS.columns.partition,
      cell: ({ partition }) => partition,
      sortBy: ({ partition }) => partition,
      width: '6rem',
    },
    { id: 'stream', header: TEXTS.columns.stream, cell: ({ publisher, label }) => `${publisher}/${label}` },
    { id: 'address', header: TEXTS.columns.address, cell: ({ address }) => address },
    {
      id: 'since',
      header: TEXTS.columns.since,
      cell: ({ opened_at }) => <Time value={opened_at} />,
      sortBy: ({ opened_at }) => opened_at,
      width: '7rem',
    },
    {
      id: 'delivered',
      header: TEXTS.columns.delivered,
      cell: ({ delivered }) => delivered.toLocaleString('en'),
      sortBy: ({ delivered }) => delivered,
      align: 'end',
      width: '7rem',
    },
    {
      id: 'slow',
      header: TEXTS.columns.slow,
      cell: ({ median_delay_ms, slow_delay_ms }) => (
        <Tooltip label={`${TEXTS.columns.median}: ${TEXTS.milliseconds(median_delay_ms)}`}>
          <span>{TEXTS.milliseconds(slow_delay_ms)}</span>
        </Tooltip>
      ),
      align: 'end',
      width: '7.5rem',
    },
  ]
}

function columnsOfOpen(onDrop: (connection: Open) => void): readonly Column<Open>[] {
  return [
    ...common<Open>(),
    {
      id: 'lag',
      header: TEXTS.columns.lag,
      cell: ({ lag_ms }) => (lag_ms === null ? TEXTS.history : TEXTS.milliseconds(lag_ms)),
      align: 'end',
      width: '7rem',
    },
    {
      id: 'drop',
      header: '',
      cell: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={TEXTS.dropLabel(row.partition)}
          onClick={() => onDrop(row)}
        >
          {TEXTS.drop}
        </Button>
      ),
      align: 'end',
      width: '8rem',
    },
  ]
}

const PAST_COLUMNS: readonly Column<Past>[] = [
  {
    id: 'ended',
    header: TEXTS.columns.ended,
    cell: ({ ended_at }) => <Time value={ended_at} />,
    sortBy: ({ ended_at }) => ended_at,
    width: '7rem',
  },
  {
    id: 'reason',
    header: TEXTS.columns.reason,
    cell: ({ reason }) => TEXTS.reasons[reason] ?? reason,
    width: 'minmax(14rem, 2fr)',
  },
  ...common<Past>(),
]
