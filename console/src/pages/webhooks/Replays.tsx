import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Time } from '../../components/Time.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { useWebhooksSearch } from './use-webhooks-search.ts'

const TEXTS = WEBHOOKS.replays
const PATH = '/console/api/apps/{app_id}/webhooks/{webhook_id}/replays'
const REFRESH_MS = 2_000
const MINUTE_MS = 60_000

interface Replay {
  readonly id: string
  readonly from_at: number
  readonly to_at: number
  readonly created_at: number
  readonly state: 'running' | 'complete' | 'incomplete'
  readonly waiting: number
}

export function Replays({ webhookId }: { readonly webhookId: string }) {
  const { appId } = useWebhooksSearch()
  const [minutes, setMinutes] = useState<string>('60')
  const queryClient = useQueryClient()
  const params = { path: { app_id: appId, webhook_id: webhookId } }
  const queryKey = ['app', appId, 'webhook', webhookId, 'replays']
  const replays = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET(PATH, { params })),
    refetchInterval: REFRESH_MS,
  })
  const start = useMutation({
    mutationFn: () => {
      // The end is one second in the past, because the clock of the browser may be ahead of the server’s
      // clock.
      const to = Date.now() - 1_000
      return dataOf(
        api.POST(PATH, { params, body: { from_at: to - Number(minutes) * MINUTE_MS, to_at: to } }),
      )
    },
    meta: { isShownInForm: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
  const periods = Object.entries(TEXTS.periods).map(([value, label]) => ({ value, label }))
  return (
    <Loaded query={replays}>
      {(data) => (
        <Stack>
          <Group justify="space-between">
            <Text c="dimmed" size="sm">
              {TEXTS.description}
            </Text>
            <Group gap="xs">
              <Select
                aria-label={TEXTS.period}
                data={periods}
                value={minutes}
                onChange={(value) => setMinutes(value ?? '60')}
                allowDeselect={false}
              />
              <Button loading={start.isPending} onClick={() => start.mutate()}>
                {TEXTS.start}
              </Button>
            </Group>
          </Group>
          {start.error !== null && <ErrorState error={start.error} />}
          <DataTable
            label={TEXTS.title}
            rows={data.replays}
            columns={COLUMNS}
            rowId={({ id }) => id}
            minWidth="36rem"
            empty={<EmptyState title={TEXTS.none}>{TEXTS.noneText}</EmptyState>}
          />
        </Stack>
      )}
    </Loaded>
  )
}

const COLUMNS: readonly Column<Replay>[] = [
  { id: 'started', header: TEXTS.columns.started, cell: (row) => <Time value={row.created_at} /> },
  { id: 'from', header: TEXTS.columns.from, cell: (row) => <Time value={row.from_at} as="date" /> },
  { id: 'to', header: TEXTS.columns.to, cell: (row) => <Time value={row.to_at} as="date" /> },
  { id: 'state', header: TEXTS.columns.state, cell: ({ state }) => TEXTS.states[state] },
  {
    id: 'waiting',
    header: TEXTS.columns.waiting,
    cell: ({ waiting }) => waiting.toLocaleString('en'),
    align: 'end',
    width: '6rem',
  },
]
