import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Fact } from '../../../components/Fact.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { History } from '../moderation/History.tsx'
import { ModerationDialog, type PendingAction } from '../moderation/ModerationDialog.tsx'
import { Tokens } from '../tokens/Tokens.tsx'
import { AppWebhooks } from './AppWebhooks.tsx'
import { ChangeApp } from './ChangeApp.tsx'
import { ChangeClient } from './ChangeClient.tsx'
import { DeleteApp } from './DeleteApp.tsx'
import { IssueToken } from './IssueToken.tsx'
import { MoveApp } from './MoveApp.tsx'
import { ReplaceSecret } from './ReplaceSecret.tsx'
import { type SecretKind, secretKinds } from './secret-kinds.ts'
import { loadApp, type ShownApp } from './shown-app.ts'

const TEXT = DESK_APPS.app

/** The open dialog. */
type Dialog = 'change' | 'client' | 'project' | 'delete' | 'token' | SecretKind

export function DeskAppPage() {
  const { appId } = useParams({ from: '/shell/operator/apps/$appId' })
  const navigate = useNavigate()
  const [action, setAction] = useState<PendingAction>()
  const [dialog, setDialog] = useState<Dialog>()
  const query = useQuery({ queryKey: ['operator', 'apps', 'one', appId], queryFn: () => loadApp(appId) })
  const close = () => setDialog(undefined)
  return (
    <Stack gap="lg">
      <PageHeader title={query.data?.app.name ?? DESK_APPS.title} />
      <Loaded query={query}>
        {(shown) => (
          <>
            <Facts shown={shown} onAsk={setAction} onOpen={setDialog} />
            <Tokens
              of={{ app: appId }}
              help={TEXT.tokensHelp}
              none={TEXT.noTokensAdvice}
              command={`aviary token list --app ${appId}`}
              onAsk={setAction}
              onIssue={() => setDialog('token')}
            />
            <AppWebhooks shown={shown} />
            <History kind="app" subject={appId} entries={shown.history} onAsk={setAction} />
            <SameCommand command={`aviary app show ${appId}`} />
            {dialog === 'token' && <IssueToken app={shown.app} onClose={close} />}
            {secretKinds(shown).map(
              (kind) =>
                dialog === kind && <ReplaceSecret key={kind} app={shown.app} kind={kind} onClose={close} />,
            )}
            {dialog === 'change' && <ChangeApp shown={shown} onClose={close} />}
            {dialog === 'client' && <ChangeClient shown={shown} onClose={close} />}
            {dialog === 'project' && <MoveApp shown={shown} onClose={close} />}
            {dialog === 'delete' && (
              <DeleteApp
                app={shown.app}
                onClose={close}
                onDeleted={() => void navigate({ to: '/operator/apps' })}
              />
            )}
          </>
        )}
      </Loaded>
      <ModerationDialog action={action} onClose={() => setAction(undefined)} />
    </Stack>
  )
}

interface FactsProps {
  readonly shown: ShownApp
  readonly onAsk: (action: PendingAction) => void
  readonly onOpen: (dialog: Dialog) => void
}

function Facts({ shown, onAsk, onOpen }: FactsProps) {
  const { app, limits } = shown
  const state = stateAction(app)
  return (
    <Section title={TEXT.facts} description={TEXT.factsHelp}>
      <Stack gap="sm">
        <Group gap={4}>
          <Badge variant="default" tt="none" fw={500}>
            {app.suspended_at === null ? DESK_APPS.active : DESK_APPS.suspended}
          </Badge>
          <Badge variant="default" tt="none" fw={500}>
            {app.level}
          </Badge>
        </Group>
        {shown.description !== '' && <Text size="sm">{shown.description}</Text>}
        {factsOf(shown).map(([label, value]) => (
          <Fact key={label} label={label} labelWidth="9rem">
            {value}
          </Fact>
        ))}
        <Fact label={DESK_APPS.owner} labelWidth="9rem">
          <Anchor
            component={Link}
            to="/operator/users/$userId"
            params={{ userId: app.owner.id } as never}
            inherit
          >
            @{app.owner.username}
          </Anchor>
        </Fact>
        <Fact label={DESK_APPS.created} labelWidth="9rem">
          <Time value={app.created_at} as="date" />
        </Fact>
        <Fact label={TEXT.limits} labelWidth="9rem">
          {TEXT.limitsText(limits.rules, limits.posts_per_month, limits.streams)}
        </Fact>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onOpen('change')}>
            {TEXT.change}
          </Button>
          <Button size="xs" variant="default" onClick={() => onOpen('client')}>
            {DESK_APPS.clientType.title}
          </Button>
          <Button size="xs" variant="default" onClick={() => onOpen('project')}>
            {DESK_APPS.move.title}
          </Button>
          <Button size="xs" variant="default" onClick={() => onAsk(state)}>
            {state.label}
          </Button>
          {secretKinds(shown).map((kind) => (
            <Button key={kind} size="xs" variant="default" onClick={() => onOpen(kind)}>
              {DESK_APPS.secrets.labels[kind]}
            </Button>
          ))}
          <Button size="xs" variant="default" color="red" onClick={() => onOpen('delete')}>
            {TEXT.remove}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function factsOf(shown: ShownApp): readonly (readonly [string, string])[] {
  const { app, project, client_type } = shown
  return [
    [TEXT.id, app.id],
    [DESK_APPS.permissions, DESK_APPS.permissionNames[app.permissions] ?? app.permissions],
    [TEXT.email, app.may_read_email ? TEXT.mayReadEmail : TEXT.mayNotReadEmail],
    [TEXT.labs, shown.is_in_labs ? TEXT.inLabs : TEXT.outOfLabs],
    [TEXT.project, project?.name ?? TEXT.standalone],
    [TEXT.client, client_type ?? TEXT.noClient],
    [TEXT.bearer, shown.has_bearer_token ? TEXT.hasBearer : TEXT.noBearer],
    ...(shown.url === '' ? [] : ([[TEXT.url, shown.url]] as const)),
    ...(shown.callback_urls.length === 0 ? [] : ([[TEXT.callbacks, shown.callback_urls.join(' ')]] as const)),
  ]
}

function stateAction({ id, suspended_at }: ShownApp['app']): PendingAction {
  const name = suspended_at === null ? 'suspend' : 'unsuspend'
  return {
    label: TEXT[name],
    effects: [suspended_at === null ? TEXT.suspendEffect : TEXT.unsuspendEffect],
    command: (reason) => `aviary app ${name} ${id} --reason ${shellWord(reason || 'TEXT')}`,
    run: (reason) =>
      api.PUT('/console/api/operator/apps/{app_id}/state', {
        params: { path: { app_id: id } },
        body: { action: name, reason },
      }),
  }
}
