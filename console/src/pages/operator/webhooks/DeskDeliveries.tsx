import { Button, Group, Select, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { DESK_WEBHOOKS as TEXT } from '../../../text/desk-webhooks.ts'
import { WEBHOOKS } from '../../../text/webhooks.ts'
import { DELIVERY_COLUMNS } from '../../webhooks/delivery-columns.tsx'
import { OUTCOMES } from '../../webhooks/search.ts'
import { DeskDelivery } from './DeskDelivery.tsx'
import type { DeskWebhookSearch } from './search.ts'

const { deliveries: TEXTS } = WEBHOOKS
const REFRESH_MS = 5_000

const CHOICES = [
  { value: '', label: TEXTS.outcomes.all },
  ...OUTCOMES.map((value) => ({ value, label: TEXTS.outcomes[value] })),
]

/**
 * Lists deliveries of a webhook by outcome, with the details of one delivery and a button that resends dead-lettered
 * deliveries.
 */
export function DeskDeliveries({ webhookId }: { readonly webhookId: string }) {
  const search: DeskWebhookSearch = useSearch({ from: '/shell/operator/webhooks/$webhookId' })
  const navigate = useNavigate()
  const { outcome, delivery } = search
  const change = (to: DeskWebhookSearch) =>
    void navigate({
      to: '/operator/webhooks/$webhookId',
      params: { webhookId } as never,
      search: to as never,
      replace: true,
    })
  const [isResending, setResending] = useState(false)
  const deliveries = useInfiniteQuery({
    queryKey: ['operator', 'webhooks', webhookId, 'deliveries', outcome ?? 'all'],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/webhooks/{webhook_id}/deliveries', {
          params: {
            path: { webhook_id: webhookId },
            query: { ...(outcome && { outcome }), ...(pageParam !== '' && { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  const rows = useMemo(
    () => deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [],
    [deliveries.data],
  )
  const outcomeOption = outcome === undefined ? '' : ` --outcome ${outcome}`
  return (
    <>
      <Section
        title={TEXTS.title}
        description={TEXT.deliveriesHelp}
        actions={
          <Button size="xs" variant="default" onClick={() => setResending(true)}>
            {TEXT.resendAll}
          </Button>
        }
        isFlush
      >
        <Group p="md">
          <Select
            label={TEXTS.outcome}
            data={CHOICES}
            value={outcome ?? ''}
            onChange={(value) => {
              const chosen = OUTCOMES.find((each) => each === value)
              change(chosen === undefined ? {} : { outcome: chosen })
            }}
            allowDeselect={false}
          />
        </Group>
        <Loaded query={deliveries}>
          {() => (
            <DataTable
              label={TEXTS.title}
              rows={rows}
              columns={DELIVERY_COLUMNS}
              rowId={({ id }) => id}
              onSelect={({ id }) => change({ ...search, delivery: id })}
              selectedId={delivery}
              minWidth="48rem"
              empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
            />
          )}
        </Loaded>
        <LoadMore query={deliveries} label={TEXTS.more} />
        <Stack p="md">
          <SameCommand command={`aviary webhook deliveries ${webhookId}${outcomeOption}`} />
        </Stack>
      </Section>
      {delivery !== undefined && <DeskDelivery key={delivery} webhookId={webhookId} id={delivery} />}
      {isResending && <ResendAll webhookId={webhookId} onClose={() => setResending(false)} />}
    </>
  )
}

interface ResendAllProps {
  readonly webhookId: string
  readonly onClose: () => void
}

/** Asks for confirmation before all dead-lettered deliveries are sent again. */
function ResendAll({ webhookId, onClose }: ResendAllProps) {
  const client = useQueryClient()
  const resend = async () => {
    const params = { path: { webhook_id: webhookId } }
    const { queued } = await dataOf(
      api.POST('/console/api/operator/webhooks/{webhook_id}/resend', { params }),
    )
    notifications.show({ message: TEXT.queuedAll(queued) })
    await client.invalidateQueries({ queryKey: ['operator', 'webhooks'] })
  }
  return (
    <ConfirmByName
      opened
      onClose={onClose}
      title={TEXT.resendAllTitle}
      action={TEXTS.resend}
      isHarmless
      onConfirm={resend}
    >
      <Stack gap="sm">
        {TEXT.resendAllText}
        <SameCommand command={`aviary webhook resend ${webhookId}`} />
      </Stack>
    </ConfirmByName>
  )
}
