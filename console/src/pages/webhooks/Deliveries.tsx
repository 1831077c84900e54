import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loading } from '../../components/Loading.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { DeliveryDetail } from './DeliveryDetail.tsx'
import { DELIVERY_COLUMNS } from './delivery-columns.tsx'
import { OUTCOMES } from './search.ts'
import { useWebhooksSearch } from './use-webhooks-search.ts'

const TEXTS = WEBHOOKS.deliveries
const REFRESH_MS = 5_000

/** Lists deliveries of a webhook by outcome, and shows the details of one delivery. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { appId, search, change } = useWebhooksSearch()
  const { outcome, delivery } = search
  const path = { app_id: appId, webhook_id: webhookId }
  const deliveries = useInfiniteQuery({
    queryKey: ['app', appId, 'webhook', webhookId, 'deliveries', outcome ?? 'all'],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries', {
          params: {
            path,
            query: { ...(outcome && { outcome }), ...(pageParam !== '' && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? []
  const outcomes = [
    { value: '', label: TEXTS.outcomes.all },
    ...OUTCOMES.map((each) => ({ value: each, label: TEXTS.outcomes[each] })),
  ]
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {TEXTS.description}
        </Text>
        <Group gap="xs">
          <Select
            aria-label={TEXTS.outcome}
            data={outcomes}
            value={outcome ?? ''}
            onChange={(value) =>
              change({ outcome: OUTCOMES.find((each) => each === value), delivery: undefined })
            }
            allowDeselect={false}
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={deliveries.isRefetching}
            onClick={() => void deliveries.refetch()}
          >
            {TEXTS.refresh}
          </Button>
        </Group>
      </Group>
      {deliveries.error !== null && (
        <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
      )}
      {deliveries.isPending ? (
        <Loading lines={4} />
      ) : (
        <DataTable
          label={TEXTS.title}
          rows={rows}
          columns={DELIVERY_COLUMNS}
          rowId={({ id }) => id}
          onSelect={({ id }) => change({ delivery: id })}
          selectedId={delivery}
          minWidth="48rem"
          empty={<EmptyState title={TEXTS.none}>{TEXTS.noneText}</EmptyState>}
        />
      )}
      {deliveries.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={deliveries.isFetchingNextPage}
            onClick={() => void deliveries.fetchNextPage()}
          >
            {TEXTS.more}
          </Button>
        </Group>
      )}
      {delivery !== undefined && <DeliveryDetail key={delivery} webhookId={webhookId} id={delivery} />}
    </Stack>
  )
}
