import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { useWebhooksSearch } from './use-webhooks-search.ts'

const TEXTS = WEBHOOKS.subscriptions
const PATH = '/console/api/apps/{app_id}/webhooks/{webhook_id}/subscriptions'

interface Subscription {
  readonly user_id: string
  readonly screen_name: string | null
}

export function Subscriptions({ webhookId }: { readonly webhookId: string }) {
  const { appId } = useWebhooksSearch()
  const queryClient = useQueryClient()
  const path = { app_id: appId, webhook_id: webhookId }
  const queryKey = ['app', appId, 'webhook', webhookId, 'subscriptions']
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const subscriptions = useQuery({ queryKey, queryFn: () => dataOf(api.GET(PATH, { params: { path } })) })
  const add = useMutation({
    mutationFn: () => api.POST(PATH, { params: { path } }),
    meta: { isShownInForm: true },
    onSuccess: refresh,
  })
  const { mutate: remove } = useMutation({
    mutationFn: (userId: string) =>
      api.DELETE(`${PATH}/{user_id}`, { params: { path: { ...path, user_id: userId } } }),
    onSuccess: refresh,
  })
  const columns = useMemo(() => columnsOf(remove), [remove])
  return (
    <Loaded query={subscriptions}>
      {(data) => (
        <Stack>
          <Group justify="space-between">
            <Text c="dimmed" size="sm">
              {TEXTS.description(data.subscriptions.length, data.max)}
            </Text>
            <Button variant="default" size="xs" loading={add.isPending} onClick={() => add.mutate()}>
              {TEXTS.add}
            </Button>
          </Group>
          {add.error !== null && <ErrorState error={add.error} />}
          <DataTable
            label={TEXTS.title}
            rows={data.subscriptions}
            columns={columns}
            rowId={(row) => row.user_id}
            minWidth="28rem"
            empty={<EmptyState title={TEXTS.none}>{TEXTS.noneText}</EmptyState>}
          />
        </Stack>
      )}
    </Loaded>
  )
}

function columnsOf(remove: (userId: string) => void): readonly Column<Subscription>[] {
  return [
    {
      id: 'user',
      header: TEXTS.user,
      cell: ({ screen_name }) => (screen_name === null ? TEXTS.gone : `@${screen_name}`),
    },
    { id: 'id', header: TEXTS.id, cell: (row) => row.user_id, width: '14rem' },
    {
      id: 'remove',
      header: '',
      cell: ({ user_id, screen_name }) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={TEXTS.removeLabel(screen_name ?? user_id)}
          onClick={() => remove(user_id)}
        >
          {TEXTS.remove}
        </Button>
      ),
      align: 'end',
      width: '9rem',
    },
  ]
}
