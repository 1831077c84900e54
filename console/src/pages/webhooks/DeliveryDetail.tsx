import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { requestText, responseText } from './ChallengeResult.tsx'
import { useWebhooksSearch } from './use-webhooks-search.ts'

const TEXTS = WEBHOOKS.deliveries

interface Props {
  readonly webhookId: string
  readonly id: string
}

/** Shows a delivery with its request and the response to each attempt. */
export function DeliveryDetail({ webhookId, id }: Props) {
  const { appId } = useWebhooksSearch()
  const queryClient = useQueryClient()
  const params = { path: { app_id: appId, webhook_id: webhookId, delivery_id: id } }
  const delivery = useQuery({
    queryKey: ['app', appId, 'webhook', webhookId, 'delivery', id],
    queryFn: () =>
      dataOf(
        api.GET('/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries/{delivery_id}', { params }),
      ),
  })
  const resend = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/console/api/apps/{app_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', {
          params,
        }),
      ),
    meta: { isShownInForm: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['app', appId, 'webhook', webhookId] }),
  })
  const button = (
    <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
      {TEXTS.resend}
    </Button>
  )
  return (
    <Section title={TEXTS.detail} actions={button}>
      <Stack>
        {resend.error !== null && <ErrorState error={resend.error} />}
        {resend.data !== undefined && (
          <Alert color="green" role="status">
            {resend.data.queued ? TEXTS.queued : TEXTS.isQueued}
          </Alert>
        )}
        <Loaded query={delivery}>
          {({ request, no_request, tries, replay_id }) => (
            <Stack>
              {replay_id !== null && <Text c="dimmed">{TEXTS.replay}</Text>}
              {request === null ? (
                <Alert color="gray">{TEXTS.noRequest[no_request ?? ''] ?? no_request}</Alert>
              ) : (
                <CodeBlock label={TEXTS.request} code={requestText(request)} isWrapped />
              )}
              {tries.map(({ at, outcome, took_ms, request_bytes, status, response }) => (
                <Stack key={at} gap={4}>
                  <Group gap="xs">
                    <Time value={at} as="clock" />
                    <Text size="sm">{TEXTS.attempt(outcome, took_ms, request_bytes)}</Text>
                  </Group>
                  <CodeBlock
                    label={TEXTS.response}
                    code={responseText({ status, body: response })}
                    isWrapped
                  />
                </Stack>
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Section>
  )
}
