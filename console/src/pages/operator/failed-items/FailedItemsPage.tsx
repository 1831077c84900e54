import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { FAILED_ITEMS as TEXT } from '../../../text/failed-items.ts'
import { ForgetItem } from './ForgetItem.tsx'
import type { FailedItem } from './failed-item.ts'

const REFRESH_MS = 5_000

/** Lists items that the server skipped after failures, with buttons that retry or forget them. */
export function FailedItemsPage() {
  const client = useQueryClient()
  const [forgotten, setForgotten] = useState<FailedItem>()
  const items = useInfiniteQuery({
    queryKey: ['operator', 'failed-items'],
    initialPageParam: null as { reader: string; item: string } | null,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/failed_items', {
          params: {
            query: pageParam === null ? {} : { after_reader: pageParam.reader, after_item: pageParam.item },
          },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  const retry = useMutation({
    mutationFn: (which: { reader?: string; item?: string }) =>
      dataOf(api.POST('/console/api/operator/failed_items/retry', { body: which })),
    onSuccess: async ({ asked }) => {
      notifications.show({ message: TEXT.asked(asked) })
      await client.invalidateQueries({ queryKey: ['operator', 'failed-items'] })
    },
  })
  const { mutate } = retry
  const rows = useMemo(() => items.data?.pages.flatMap((page) => page.items) ?? [], [items.data])
  const columns = useMemo(
    () => columnsOf(({ reader, item }) => mutate({ reader, item }), setForgotten),
    [mutate],
  )
  return (
    <Stack gap="lg">
      <PageHeader
        title={TEXT.title}
        description={TEXT.help}
        actions={
          rows.length === 0 ? undefined : (
            <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate({})}>
              {TEXT.retryAll}
            </Button>
          )
        }
      />
      <Section title={TEXT.list} isFlush>
        <Loaded query={items}>
          {() => (
            <DataTable
              label={TEXT.title}
              rows={rows}
              columns={columns}
              rowId={({ reader, item }) => `${reader} ${item}`}
              minWidth="60rem"
              empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
            />
          )}
        </Loaded>
        <LoadMore query={items} label={TEXT.more} />
      </Section>
      <SameCommand command={'aviary failed list\naviary failed retry'} />
      {forgotten !== undefined && <ForgetItem named={forgotten} onClose={() => setForgotten(undefined)} />}
    </Stack>
  )
}

/** Table cells do not wrap, but an error must not be cut. */
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const

/**
 * Name of the row that counts failed items that are not stored individually. These items cannot be retried.
 */
const OTHERS = 'others'

function columnsOf(
  onRetry: (item: FailedItem) => void,
  onForget: (item: FailedItem) => void,
): readonly Column<FailedItem>[] {
  return [
    { id: 'reader', header: TEXT.reader, cell: ({ reader }) => reader, width: '7rem' },
    { id: 'item', header: TEXT.item, cell: ({ item }) => item, width: '14.5rem' },
    {
      id: 'error',
      header: TEXT.error,
      cell: ({ error, is_retry_requested: isAsked }) => (
        <Text size="sm" style={WRAPPED}>
          {error}
          {isAsked && ` · ${TEXT.requested}`}
        </Text>
      ),
      width: 'minmax(14rem, 2fr)',
    },
    {
      id: 'attempts',
      header: TEXT.attempts,
      cell: ({ attempts }) => attempts,
      sortBy: ({ attempts }) => attempts,
      align: 'end',
      width: '6rem',
    },
    {
      id: 'last',
      header: TEXT.last,
      cell: ({ last_at }) => <Time value={last_at} />,
      sortBy: ({ last_at }) => last_at,
      width: '8rem',
    },
    {
      id: 'acts',
      header: '',
      cell: (row) => (
        <Group gap={4} justify="flex-end">
          {row.item !== OTHERS && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={TEXT.retryOf(row.item, row.reader)}
              onClick={() => onRetry(row)}
            >
              {TEXT.retry}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            aria-label={TEXT.forgetOf(row.item, row.reader)}
            onClick={() => onForget(row)}
          >
            {TEXT.forget}
          </Button>
        </Group>
      ),
      align: 'end',
      width: '10rem',
    },
  ]
}
