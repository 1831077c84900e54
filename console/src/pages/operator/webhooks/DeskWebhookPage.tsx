import { Alert, Anchor, Badge, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { api, dataOf } from '../../../api/client.ts'
import { Fact } from '../../../components/Fact.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_WEBHOOKS as TEXT } from '../../../text/desk-webhooks.ts'
import { WEBHOOKS } from '../../../text/webhooks.ts'
import { DeskDeliveries } from './DeskDeliveries.tsx'

const loadWebhook = (webhookId: string) =>
  dataOf(
    api.GET('/console/api/operator/webhooks/{webhook_id}', { params: { path: { webhook_id: webhookId } } }),
  )

/** Shows a webhook of any app, with its deliveries. */
export function DeskWebhookPage() {
  const { webhookId } = useParams({ from: '/shell/operator/webhooks/$webhookId' })
  const query = useQuery({
    queryKey: ['operator', 'webhooks', webhookId],
    queryFn: () => loadWebhook(webhookId),
  })
  return (
    <Stack gap="lg">
      <PageHeader title={TEXT.title} description={query.data?.url} />
      <Loaded query={query}>
        {(webhook) => (
          <>
            <State webhook={webhook} />
            <DeskDeliveries webhookId={webhookId} />
            <SameCommand command={`aviary webhook list ${webhook.app.id}`} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function State({ webhook }: { readonly webhook: Awaited<ReturnType<typeof loadWebhook>> }) {
  const { id, app, environment, created_at, is_valid: isValid } = webhook
  return (
    <Section
      title={TEXT.state}
      description={TEXT.stateHelp}
      actions={
        <Badge color={isValid ? 'green' : 'red'} variant="light">
          {isValid ? WEBHOOKS.valid : WEBHOOKS.invalid}
        </Badge>
      }
    >
      <Stack gap="sm">
        {!isValid && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {TEXT.invalidText}
          </Alert>
        )}
        <Fact label={TEXT.id}>{id}</Fact>
        <Fact label={TEXT.app}>
          <Anchor component={Link} to="/operator/apps/$appId" params={{ appId: app.id } as never} inherit>
            {app.name}
          </Anchor>
        </Fact>
        <Fact label={TEXT.environment}>{environment === '' ? WEBHOOKS.noEnvironment : environment}</Fact>
        <Fact label={TEXT.created}>
          <Time value={created_at} as="date" />
        </Fact>
      </Stack>
    </Section>
  )
}
