import { Alert, Anchor, Button, Group, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Secret } from '../../components/Secret.tsx'
import { Section } from '../../components/Section.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { KEYS, OAUTH2 as TEXTS } from '../../text/apps.ts'
import { appQuery, credentialsQuery, pathOf } from '../apps/queries.ts'

type Credentials = components['schemas']['ConsoleCredentials']
type ClientType = 'public' | 'confidential'

/** Height of the section of the client, so that the sections below it do not move when it is loaded. */
const CLIENT_ROOM = { base: '18.9rem', sm: '14.6rem' }

export function OAuth2Page() {
  usePageTitle(TEXTS.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/oauth2' })
  return (
    <Stack gap={0}>
      <Loaded query={useQuery(credentialsQuery(appId))} room={CLIENT_ROOM}>
        {(credentials) => <Client appId={appId} credentials={credentials} />}
      </Loaded>
      <Loaded query={useQuery(appQuery(appId))}>
        {({ callback_urls }) => (
          <Section title={TEXTS.callbacks} description={TEXTS.callbacksText}>
            {callback_urls.length === 0 ? (
              <Text>{TEXTS.noCallbacks}</Text>
            ) : (
              <List>
                {callback_urls.map((url) => (
                  <List.Item key={url}>
                    <code>{url}</code>
                  </List.Item>
                ))}
              </List>
            )}
            <Anchor component={Link} to="/apps/$appId/settings" params={{ appId } as never}>
              {TEXTS.toSettings}
            </Anchor>
          </Section>
        )}
      </Loaded>
      <Section title={TEXTS.scopes}>
        <Text>{TEXTS.scopesText}</Text>
      </Section>
    </Stack>
  )
}

function Client({ appId, credentials }: { readonly appId: string; readonly credentials: Credentials }) {
  const { client, client_version: version } = credentials
  const queries = useQueryClient()
  const [type, setType] = useState<ClientType>(client?.client_type ?? 'public')
  const [secret, setSecret] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const renew = () => queries.invalidateQueries({ queryKey: ['app', appId, 'keys'] })
  const save = useMutation({
    mutationFn: async () => {
      const body = { version, client_type: type }
      const made = await dataOf(api.PUT('/console/api/apps/{app_id}/oauth2', { ...pathOf(appId), body }))
      if (made.client_secret !== null) setSecret(made.client_secret)
    },
    onSettled: renew,
  })
  const regenerate = async () => {
    const sent = { ...pathOf(appId), body: { version } }
    const made = await dataOf(api.POST('/console/api/apps/{app_id}/oauth2/secret', sent))
    setSecret(made.client_secret ?? undefined)
    await renew()
  }
  return (
    <Section title={TEXTS.client} description={TEXTS.clientText}>
      <Stack gap="md" align="flex-start">
        {client === null ? (
          <Alert>{TEXTS.off}</Alert>
        ) : (
          <Group gap="xs">
            <Text c="dimmed">{TEXTS.id}</Text>
            <code>{client.client_id}</code>
            <CopyButton value={client.client_id} />
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {TEXTS.typeHint}
        </Text>
        <Group>
          <SegmentedControl
            aria-label={TEXTS.type}
            value={type}
            onChange={(value) => setType(value as ClientType)}
            data={[
              { value: 'public', label: TEXTS.types.public },
              { value: 'confidential', label: TEXTS.types.confidential },
            ]}
          />
          <Button
            loading={save.isPending}
            disabled={client?.client_type === type}
            onClick={() => save.mutate()}
          >
            {TEXTS.enable}
          </Button>
        </Group>
        {secret !== undefined && <Secret values={[{ name: TEXTS.secret, value: secret }]} />}
        {client?.client_type === 'confidential' && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {TEXTS.regenerateSecret}
          </Button>
        )}
      </Stack>
      <ConfirmByName
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={KEYS.regenerateTitle(TEXTS.secret)}
        action={KEYS.regenerate}
        onConfirm={regenerate}
      >
        {KEYS.oldStops}
      </ConfirmByName>
    </Section>
  )
}
