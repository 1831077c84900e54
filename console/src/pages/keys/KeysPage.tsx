import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Secret } from '../../components/Secret.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { APPS, KEYS as TEXTS } from '../../text/apps.ts'
import { credentialsQuery, pathOf } from '../apps/queries.ts'

type Credentials = components['schemas']['ConsoleCredentials']
type Secrets = readonly { readonly name: string; readonly value: string }[]

interface Change {
  readonly title: string
  readonly text: string
  readonly action: string
  /** Makes the change. @returns secrets to show, if there are any */
  readonly run: () => Promise<Secrets>
}

export function KeysPage() {
  usePageTitle(TEXTS.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/keys' })
  const client = useQueryClient()
  const [change, setChange] = useState<Change>()
  const [secrets, setSecrets] = useState<Secrets>()
  const confirm = async () => {
    if (change === undefined) return
    const made = await change.run()
    if (made.length > 0) setSecrets(made)
    await client.invalidateQueries({ queryKey: ['app', appId, 'keys'] })
  }
  return (
    <>
      <ConfirmByName
        opened={change !== undefined}
        onClose={() => {
          setChange(undefined)
          void client.invalidateQueries({ queryKey: ['app', appId, 'keys'] })
        }}
        title={change?.title ?? ''}
        action={change?.action ?? ''}
        onConfirm={confirm}
      >
        {change?.text}
      </ConfirmByName>
      <Dialog
        opened={secrets !== undefined && change === undefined}
        onClose={() => setSecrets(undefined)}
        title={TEXTS.newTitle}
        size="lg"
        closeOnClickOutside={false}
      >
        <Stack gap="md">
          <Secret values={secrets ?? []} />
          <Group justify="flex-end">
            <Button onClick={() => setSecrets(undefined)}>{APPS.done}</Button>
          </Group>
        </Stack>
      </Dialog>
      <Loaded query={useQuery(credentialsQuery(appId))} lines={8}>
        {(credentials) => <KeyList appId={appId} credentials={credentials} onChange={setChange} />}
      </Loaded>
    </>
  )
}

interface ListProps {
  readonly appId: string
  readonly credentials: Credentials
  readonly onChange: (change: Change) => void
}

function KeyList({ appId, credentials, onChange }: ListProps) {
  const { access_token: token, has_bearer_token: hasBearer } = credentials
  const path = pathOf(appId)
  const ask = (kind: 'regenerate' | 'generate' | 'revoke', name: string, run: Change['run']) => () =>
    onChange({
      title: kind === 'revoke' ? TEXTS.revokeTitle(name) : TEXTS.regenerateTitle(name),
      text: kind === 'revoke' ? TEXTS.revokeText : TEXTS.oldStops,
      action: TEXTS[kind],
      run,
    })
  const version = (text: string) => ({ ...path, body: { version: text } })
  const newKeys = async () => {
    const sent = version(credentials.keys_version)
    const made = await dataOf(api.POST('/console/api/apps/{app_id}/keys', sent))
    return [
      { name: APPS.keys.key, value: made.consumer_key },
      { name: APPS.keys.secret, value: made.consumer_secret },
    ]
  }
  const newBearer = async () => {
    const sent = version(credentials.bearer_version)
    const made = await dataOf(api.POST('/console/api/apps/{app_id}/bearer', sent))
    return [{ name: APPS.keys.bearer, value: made.bearer_token }]
  }
  const newToken = async () => {
    const sent = version(credentials.access_token_version)
    const made = await dataOf(api.POST('/console/api/apps/{app_id}/token', sent))
    return [
      { name: TEXTS.accessToken, value: made.access_token },
      { name: TEXTS.accessSecret, value: made.access_token_secret },
    ]
  }
  const noBearer = async () => {
    await api.DELETE('/console/api/apps/{app_id}/bearer', version(credentials.bearer_version))
    return []
  }
  const noToken = async () => {
    await api.DELETE('/console/api/apps/{app_id}/token', version(credentials.access_token_version))
    return []
  }
  const button = (kind: 'regenerate' | 'generate' | 'revoke', name: string, run: Change['run']) => (
    <Button size="xs" variant="default" aria-label={`${TEXTS[kind]}: ${name}`} onClick={ask(kind, name, run)}>
      {TEXTS[kind]}
    </Button>
  )
  return (
    <Stack gap={0}>
      <Section
        title={TEXTS.consumer}
        description={TEXTS.consumerText}
        actions={button('regenerate', TEXTS.consumer, newKeys)}
      >
        <Fact label={APPS.keys.key}>
          <Copied value={credentials.consumer_key} />
        </Fact>
      </Section>
      <Section
        title={TEXTS.bearer}
        description={TEXTS.bearerText}
        actions={
          <>
            {button(hasBearer ? 'regenerate' : 'generate', TEXTS.bearer, newBearer)}
            {hasBearer && button('revoke', TEXTS.bearer, noBearer)}
          </>
        }
      >
        <Text>{hasBearer ? TEXTS.live : TEXTS.none}</Text>
      </Section>
      <Section
        title={TEXTS.token}
        description={TEXTS.tokenText}
        actions={
          <>
            {button(token === null ? 'generate' : 'regenerate', TEXTS.token, newToken)}
            {token !== null && button('revoke', TEXTS.token, noToken)}
          </>
        }
      >
        {token === null ? (
          <Text>{TEXTS.none}</Text>
        ) : (
          <Stack gap="xs">
            <Fact label={TEXTS.accessToken}>
              <Copied value={token.token} />
            </Fact>
            <Fact label={TEXTS.permissions}>{APPS.levels[token.permissions]}</Fact>
            <Fact label={TEXTS.createdAt}>
              <Time value={token.created_at} as="date" />
            </Fact>
          </Stack>
        )}
      </Section>
    </Stack>
  )
}

/** A value with a copy button. Long values wrap on small screens. */
function Copied({ value }: { readonly value: string }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <code style={{ overflowWrap: 'anywhere' }}>{value}</code>
      <CopyButton value={value} />
    </Group>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group gap="xs">
      <Text c="dimmed" w="8rem">
        {label}
      </Text>
      {children}
    </Group>
  )
}
