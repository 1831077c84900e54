import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Fact } from '../../../components/Fact.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import { MODERATION } from '../../../text/moderation.ts'
import { REPORTS } from '../../../text/reports.ts'
import { History } from '../moderation/History.tsx'
import { ModerationDialog, type PendingAction } from '../moderation/ModerationDialog.tsx'
import { POST_COLUMNS } from '../moderation/post-columns.tsx'
import { StateBadges } from '../moderation/StateBadges.tsx'
import { Tokens } from '../tokens/Tokens.tsx'
import { locationsAction, type Reach, userActions } from './user-actions.ts'

// Forms of dialogs need inputs that the page itself does not need, so they load with the dialog.
const AddUserApp = lazy(() => import('./AddUserApp.tsx').then(({ AddUserApp: form }) => ({ default: form })))
const MakePasswordLink = lazy(() =>
  import('./MakePasswordLink.tsx').then(({ MakePasswordLink: form }) => ({ default: form })),
)

type DeskUser = components['schemas']['ConsoleDeskUser']

const TEXT = MODERATION.user
const NUMBER = new Intl.NumberFormat(undefined)

export function DeskUserPage() {
  const { userId } = useParams({ from: '/shell/operator/users/$userId' })
  const [action, setAction] = useState<PendingAction>()
  const [dialog, setDialog] = useState<'password-link' | 'app'>()
  const query = useQuery({
    queryKey: ['operator', 'users', userId],
    queryFn: () =>
      dataOf(api.GET('/console/api/operator/users/{user_id}', { params: { path: { user_id: userId } } })),
  })
  const user = query.data?.user
  const close = () => setDialog(undefined)
  return (
    <Stack gap="lg">
      <PageHeader
        title={user === undefined ? MODERATION.users.title : user.name}
        description={user === undefined ? undefined : `@${user.username}`}
      />
      <Loaded query={query}>
        {(data) => (
          <>
            <State shown={data} onAsk={setAction} onOpen={setDialog} />
            <History kind="user" subject={userId} entries={data.history} onAsk={setAction} />
            <Apps apps={data.apps} onAdd={() => setDialog('app')} />
            <Tokens
              of={{ user: userId }}
              help={DESK_APPS.app.userTokensHelp}
              none={DESK_APPS.app.noUserTokensAdvice}
              command={`aviary token list --user ${data.user.username}`}
              onAsk={setAction}
            />
            <Posts userId={userId} />
            <SameCommand command={`aviary user show ${data.user.username}`} />
            <Suspense>
              {dialog === 'password-link' && <MakePasswordLink user={data.user} onClose={close} />}
              {dialog === 'app' && <AddUserApp user={data.user} onClose={close} />}
            </Suspense>
          </>
        )}
      </Loaded>
      <ModerationDialog action={action} onClose={() => setAction(undefined)} />
    </Stack>
  )
}

interface StateProps {
  readonly shown: { readonly user: DeskUser; readonly reach: Reach; readonly can_sign_in: boolean }
  readonly onAsk: (action: PendingAction) => void
  readonly onOpen: (dialog: 'password-link') => void
}

function State({ shown, onAsk, onOpen }: StateProps) {
  const { user, reach, can_sign_in: canSignIn } = shown
  return (
    <Section title={TEXT.facts} description={TEXT.factsHelp}>
      <Stack gap="sm">
        <StateBadges
          isProtected={user.is_protected}
          suspendedAt={user.suspended_at}
          deactivatedAt={user.deactivated_at}
          countries={user.withheld_in_countries}
        />
        {user.is_gone && <Text size="sm">{TEXT.gone}</Text>}
        {!user.is_gone && user.erased_at !== null && (
          <Text size="sm" component="div">
            {TEXT.erasedAt} <Time value={user.erased_at} as="date" />
          </Text>
        )}
        <Fact label={TEXT.id}>{user.id}</Fact>
        <Fact label={MODERATION.users.created}>
          <Time value={user.created_at} as="date" />
        </Fact>
        <Fact label={MODERATION.users.followers}>{NUMBER.format(user.followers)}</Fact>
        <Fact label={TEXT.following}>{NUMBER.format(user.following)}</Fact>
        <Fact label={TEXT.posts}>{NUMBER.format(user.posts)}</Fact>
        <Fact label={TEXT.likes}>{NUMBER.format(user.likes)}</Fact>
        <Fact label={TEXT.tokens}>{NUMBER.format(reach.tokens)}</Fact>
        <Fact label={TEXT.signIn}>{canSignIn ? TEXT.canSignIn : TEXT.cannotSignIn}</Fact>
        <Group gap="xs">
          {[...userActions(user, reach), locationsAction(user, reach)].map((action) => (
            <Button key={action.label} size="xs" variant="default" onClick={() => onAsk(action)}>
              {action.label}
            </Button>
          ))}
          {canSignIn && (
            <Button size="xs" variant="default" onClick={() => onOpen('password-link')}>
              {MODERATION.passwordLink.make}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/operator/reports"
            search={{ state: 'all', user: user.id } as never}
          >
            {REPORTS.link}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

interface DeskApp {
  readonly id: string
  readonly name: string
  readonly permissions: string
  readonly is_suspended: boolean
}

interface AppsProps {
  readonly apps: readonly DeskApp[]
  readonly onAdd: () => void
}

function Apps({ apps, onAdd }: AppsProps) {
  return (
    <Section
      title={TEXT.apps}
      description={TEXT.appsHelp}
      actions={
        <Button size="xs" variant="default" onClick={onAdd}>
          {DESK_APPS.add.button}
        </Button>
      }
    >
      {apps.length === 0 ? (
        <EmptyState title={TEXT.noApps}>{TEXT.noAppsAdvice}</EmptyState>
      ) : (
        <Stack gap="xs">
          {apps.map(({ id, name, permissions, is_suspended }) => (
            <Group key={id} gap="sm">
              <Anchor component={Link} to="/operator/apps/$appId" params={{ appId: id } as never} size="sm">
                {name}
              </Anchor>
              <Text size="sm" c="dimmed">
                {id} · {permissions}
              </Text>
              {is_suspended && (
                <Badge variant="default" tt="none">
                  {TEXT.suspendedApp}
                </Badge>
              )}
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  )
}

function Posts({ userId }: { readonly userId: string }) {
  const navigate = useNavigate()
  const posts = useInfiniteQuery({
    queryKey: ['operator', 'users', userId, 'posts'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/users/{user_id}/posts', {
          params: {
            path: { user_id: userId },
            query: pageParam === undefined ? {} : { before: pageParam },
          },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => posts.data?.pages.flatMap((page) => page.posts) ?? [], [posts.data])
  return (
    <Section title={TEXT.posts} description={TEXT.postsHelp} isFlush>
      <Loaded query={posts}>
        {() => (
          <DataTable
            label={TEXT.posts}
            rows={rows}
            columns={POST_COLUMNS}
            rowId={({ id }) => id}
            onSelect={({ id }) =>
              void navigate({ to: '/operator/posts/$postId', params: { postId: id } as never })
            }
            minWidth="52rem"
            empty={<EmptyState title={TEXT.noPosts}>{TEXT.noPostsAdvice}</EmptyState>}
          />
        )}
      </Loaded>
      <LoadMore query={posts} label={MODERATION.posts.more} />
    </Section>
  )
}
