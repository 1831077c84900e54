import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { WEBHOOKS } from '../../text/webhooks.ts'
import { Environments } from './Environments.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useWebhooksSearch } from './use-webhooks-search.ts'
import { WebhookCard } from './WebhookCard.tsx'

/** Shows the webhooks of an app, with a form that registers a webhook, and the environments. */
export function WebhooksPage() {
  usePageTitle(WEBHOOKS.title)
  const { appId } = useWebhooksSearch()
  const path = { app_id: appId }
  const webhooks = useQuery({
    queryKey: ['app', appId, 'webhooks'],
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}/webhooks', { params: { path } })),
  })
  const environments = useQuery({
    queryKey: ['app', appId, 'environments'],
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}/environments', { params: { path } })),
  })
  return (
    <Stack>
      <Loaded query={webhooks}>
        {(data) =>
          data.webhooks.length === 0 ? (
            <Section title={WEBHOOKS.title} description={WEBHOOKS.description}>
              <EmptyState title={WEBHOOKS.none}>{WEBHOOKS.noneText}</EmptyState>
            </Section>
          ) : (
            <WebhookCard webhooks={data.webhooks} />
          )
        }
      </Loaded>
      <RegisterForm appId={appId} environments={environments.data?.environments ?? []} />
      <Loaded query={environments} lines={1}>
        {(data) => <Environments appId={appId} environments={data.environments} />}
      </Loaded>
    </Stack>
  )
}
