import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { STREAM_ACCOUNTS } from '../../../text/stream-accounts.ts'

type Connection = components['schemas']['ConsoleDeskConnection']

const TEXT = STREAM_ACCOUNTS.connections
const PATH = '/console/api/operator/connections'
const REFRESH_MS = 3_000

/** Table cells do not wrap, but an address must not be cut. */
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const

/** Lists the open connections of all accounts to the server process that responds to this request. */
export function Connections() {
  const client = useQueryClient()
  const [dropped, setDropped] = useState<Connection>()
  const connections = useQuery({
    queryKey: ['operator', 'connections'],
    queryFn: () => dataOf(api.GET(PATH)),
    refetchInterval: REFRESH_MS,
  })
  const columns = useMemo(() => columnsOf(setDropped), [])
  const drop = async () => {
    const path = { connection_id: dropped?.id ?? '' }
    await api.DELETE(`${PATH}/{connection_id}`, { params: { path } })
    await client.invalidateQueries({ queryKey: ['operator', 'connections'] })
  }
  const node = connections.data?.node
  return (
    <Section title={TEXT.title} description={node === undefined ? undefined : TEXT.node(node)} isFlush>
      <Loaded query={connections}>
        {(data) => (
          <DataTable
            label={TEXT.title}
            rows={data.connections}
            columns={columns}
            rowId={({ id }) => id}
            minWidth="59rem"
            empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
          />
        )}
      </Loaded>
      <ConfirmByName
        opened={dropped !== undefined}
        onClose={() => setDropped(undefined)}
        title={TEXT.dropTitle}
        action={TEXT.drop}
        onConfirm={drop}
      >
        {TEXT.dropText}
      </ConfirmByName>
    </Section>
  )
}

function columnsOf(onDrop: (connection: Connection) => void): readonly Column<Connection>[] {
  return [
    {
      id: 'account',
      header: TEXT.account,
      cell: ({ account_name }) => account_name,
      sortBy: ({ account_name }) => account_name,
      width: 'minmax(7rem, 1fr)',
    },
    {
      id: 'stream',
      header: TEXT.stream,
      cell: ({ publisher, label }) => `${publisher}/${label}`,
      width: 'minmax(8rem, 1fr)',
    },
    {
      id: 'partition',
      header: TEXT.partition,
      cell: ({ partition }) => partition,
      sortBy: ({ partition }) => partition,
      width: '7rem',
    },
    {
      id: 'user',
      header: TEXT.user,
      cell: ({ email, address }) => (
        <Stack gap={0}>
          <Text size="sm" style={WRAPPED}>
            {email}
          </Text>
          <Text size="xs" c="dimmed" style={WRAPPED}>
            {TEXT.from(address)}
          </Text>
        </Stack>
      ),
      width: 'minmax(11rem, 1.5fr)',
    },
    {
      id: 'since',
      header: TEXT.since,
      cell: ({ opened_at }) => <Time value={opened_at} />,
      sortBy: ({ opened_at }) => opened_at,
      width: '7rem',
    },
    {
      id: 'delivered',
      header: TEXT.delivered,
      cell: ({ delivered }) => delivered.toLocaleString('en'),
      sortBy: ({ delivered }) => delivered,
      align: 'end',
      width: '7rem',
    },
    {
      id: 'lag',
      header: TEXT.lag,
      cell: ({ lag_ms }) => (lag_ms === null ? TEXT.history : TEXT.milliseconds(lag_ms)),
      align: 'end',
      width: '6rem',
    },
    {
      id: 'drop',
      header: '',
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={TEXT.dropOf(row.partition, row.account_name)}
          onClick={() => onDrop(row)}
        >
          {TEXT.drop}
        </Button>
      ),
      align: 'end',
      width: '6rem',
    },
  ]
}
