import { Alert, Badge, Button, Group, Select, Stack, Tabs, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { ChallengeResult, requestText, responseText } from './ChallengeResult.tsx'
import { Deliveries } from './Deliveries.tsx'
import { Replays } from './Replays.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { WEBHOOK_TABS, type WebhookTab } from './search.ts'
import { useWebhooksSearch } from './use-webhooks-search.ts'

export type Webhook = components['schemas']['ConsoleWebhook']

/** Shows the chosen webhook with its actions, deliveries, subscriptions and replays. */
export function WebhookCard({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { search, change } = useWebhooksSearch()
  const webhook = webhooks.find(({ id }) => id === search.webhook) ?? webhooks[0]
  if (webhook === undefined) return null
  return (
    <>
      {webhooks.length > 1 && (
        <Select
          label={WEBHOOKS.title}
          data={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
          value={webhook.id}
          onChange={(value) => change({ webhook: value ?? undefined, delivery: undefined })}
          allowDeselect={false}
        />
      )}
      <OneWebhook key={webhook.id} webhook={webhook} />
    </>
  )
}

function OneWebhook({ webhook }: { readonly webhook: Webhook }) {
  const { appId, search, change } = useWebhooksSearch()
  const [isRemoving, setRemoving] = useState(false)
  const queryClient = useQueryClient()
  const path = { app_id: appId, webhook_id: webhook.id }
  const params = { path }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['app', appId, 'webhooks'] })
  const challenge = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/console/api/apps/{app_id}/webhooks/{webhook_id}/challenge', { params })),
    meta: { isShownInForm: true },
    onSuccess: refresh,
  })
  const test = useMutation({
    mutationFn: () =>
      dataOf(api.POST('/console/api/apps/{app_id}/webhooks/{webhook_id}/test_events', { params })),
    meta: { isShownInForm: true },
  })
  const remove = async () => {
    await api.DELETE('/console/api/apps/{app_id}/webhooks/{webhook_id}', { params })
    change({ webhook: undefined, delivery: undefined })
    await refresh()
  }
  const actions = (
    <>
      <Button variant="default" size="xs" loading={challenge.isPending} onClick={() => challenge.mutate()}>
        {WEBHOOKS.challenge.again}
      </Button>
      <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
        {WEBHOOKS.test.send}
      </Button>
      <Button variant="default" size="xs" onClick={() => setRemoving(true)}>
        {WEBHOOKS.remove.action}
      </Button>
    </>
  )
  const error = challenge.error ?? test.error
  return (
    <>
      <Section
        title={webhook.url}
        description={
          <Group gap="xs" component="span">
            <Badge component="span" color={webhook.valid ? 'green' : 'red'}>
              {webhook.valid ? WEBHOOKS.valid : WEBHOOKS.invalid}
            </Badge>
            <span>{webhook.environment === '' ? WEBHOOKS.noEnvironment : webhook.environment}</span>
            <Time value={webhook.created_at} />
          </Group>
        }
        actions={actions}
      >
        <Stack>
          {!webhook.valid && (
            <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
              {WEBHOOKS.invalidText}
            </Alert>
          )}
          {error !== null && <ErrorState error={error} />}
          {challenge.data !== undefined && <ChallengeResult challenge={challenge.data.challenge} />}
          {test.data !== undefined && <TestResult result={test.data} />}
          <Tabs
            value={search.tab ?? 'deliveries'}
            onChange={(value) => change({ tab: value as WebhookTab })}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              {WEBHOOK_TABS.map((each) => (
                <Tabs.Tab key={each} value={each}>
                  {WEBHOOKS.tabs[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries webhookId={webhook.id} />
            </Tabs.Panel>
            <Tabs.Panel value="subscriptions">
              <Subscriptions webhookId={webhook.id} />
            </Tabs.Panel>
            <Tabs.Panel value="replays">
              <Replays webhookId={webhook.id} />
            </Tabs.Panel>
          </Tabs>
        </Stack>
      </Section>
      <ConfirmByName
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={WEBHOOKS.remove.title}
        action={WEBHOOKS.remove.action}
        onConfirm={remove}
      >
        {WEBHOOKS.remove.text}
      </ConfirmByName>
    </>
  )
}

interface TestSent {
  readonly outcome: string
  readonly request: Parameters<typeof requestText>[0]
  readonly response: Parameters<typeof responseText>[0]
}

function TestResult({ result }: { readonly result: TestSent }) {
  const { outcome, request, response } = result
  const isAccepted = outcome === 'accepted'
  const icon = isAccepted ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />
  return (
    <Stack gap="sm">
      <Alert color={isAccepted ? 'green' : 'red'} icon={icon} role="status">
        <Text size="md">{isAccepted ? WEBHOOKS.test.accepted : WEBHOOKS.test.failed(outcome)}</Text>
        <Text size="sm">{WEBHOOKS.test.note}</Text>
      </Alert>
      <CodeBlock label={WEBHOOKS.challenge.request} code={requestText(request)} isWrapped />
      <CodeBlock label={WEBHOOKS.challenge.response} code={responseText(response)} isWrapped />
    </Stack>
  )
}
