import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_WEBHOOKS as TEXT } from '../../../text/desk-webhooks.ts'
import { WEBHOOKS } from '../../../text/webhooks.ts'
import { responseText } from '../../webhooks/ChallengeResult.tsx'

const { deliveries: TEXTS } = WEBHOOKS

interface Props {
  readonly webhookId: string
  readonly id: string
}

/** Shows a delivery with its event and the response to each attempt. */
export function DeskDelivery({ webhookId, id }: Props) {
  const client = useQueryClient()
  const params = { path: { webhook_id: webhookId, delivery_id: id } }
  const delivery = useQuery({
    queryKey: ['operator', 'webhooks', webhookId, 'delivery', id],
    queryFn: () =>
      dataOf(api.GET('/console/api/operator/webhooks/{webhook_id}/deliveries/{delivery_id}', { params })),
  })
  const resend = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/console/api/operator/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', { params }),
      ),
    meta: { isShownInForm: true },
    onSuccess: () => client.invalidateQueries({ queryKey: ['operator', 'webhooks', webhookId] }),
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
          {({ user_id, position, replay_id, logged, tries }) => (
            <Stack>
              {replay_id !== null && <Text c="dimmed">{TEXTS.replay}</Text>}
              {logged === null ? (
                <Alert color="gray">{TEXT.noEvent}</Alert>
              ) : (
                <CodeBlock label={TEXT.event} code={eventText(logged)} isWrapped />
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
              <SameCommand command={commandsOf(webhookId, { user_id, position, replay_id })} />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Section>
  )
}

/** An event as JSON, with its kind first. */
function eventText({ kind, ...rest }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ kind, ...rest }, null, 2)
}

interface Names {
  readonly user_id: string
  readonly position: string
  readonly replay_id: string | null
}

function commandsOf(webhookId: string, { user_id, position, replay_id }: Names): string {
  const which = `${webhookId} ${user_id} ${position}${replay_id === null ? '' : ` --replay ${replay_id}`}`
  return ['delivery', 'resend'].map((name) => `aviary webhook ${name} ${which}`).join('\n')
}
