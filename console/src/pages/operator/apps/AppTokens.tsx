import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_APPS } from '../../../text/desk-apps.ts'
import type { PendingAction } from '../moderation/ModerationDialog.tsx'

type Token = components['schemas']['ConsoleDeskToken']

const TEXT = DESK_APPS.app

interface Props {
  readonly appId: string
  readonly onAsk: (action: PendingAction) => void
  readonly onIssue: () => void
}

/** Access tokens of users for an app. */
export function AppTokens({ appId, onAsk, onIssue }: Props) {
  const tokens = useInfiniteQuery({
    queryKey: ['operator', 'tokens', appId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/tokens', {
          params: { query: { app: appId, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => tokens.data?.pages.flatMap((page) => page.tokens) ?? [], [tokens.data])
  const columns = useMemo(() => columnsOf((token) => onAsk(revocation(token))), [onAsk])
  return (
    <Section
      title={TEXT.tokens}
      description={TEXT.tokensHelp}
      actions={
        <Button size="xs" variant="default" onClick={onIssue}>
          {DESK_APPS.issue.title}
        </Button>
      }
      isFlush
    >
      <Loaded query={tokens}>
        {() => (
          <DataTable
            label={TEXT.tokens}
            rows={rows}
            columns={columns}
            rowId={({ token }) => token}
            minWidth="48rem"
            empty={<EmptyState title={TEXT.noTokens}>{TEXT.noTokensAdvice}</EmptyState>}
          />
        )}
      </Loaded>
      <LoadMore query={tokens} label={TEXT.moreTokens} />
      <Stack p="md">
        <SameCommand command={`aviary token list --app ${appId}`} />
      </Stack>
    </Section>
  )
}

function revocation({ token, user }: Token): PendingAction {
  return {
    label: TEXT.revokeOf(user.username),
    effects: [TEXT.revokeEffect],
    isFinal: true,
    command: (reason) => `aviary token revoke ${token} --reason ${shellWord(reason || 'TEXT')}`,
    run: (reason) => api.POST('/console/api/operator/tokens/revocation', { body: { token, reason } }),
  }
}

function columnsOf(onRevoke: (token: Token) => void): readonly Column<Token>[] {
  return [
    {
      id: 'user',
      header: TEXT.user,
      cell: ({ user }) => `@${user.username}`,
      sortBy: ({ user }) => user.username,
      width: 'minmax(9rem, 1fr)',
    },
    {
      id: 'permissions',
      header: DESK_APPS.permissions,
      cell: ({ permissions }) => DESK_APPS.permissionNames[permissions] ?? permissions,
      width: 'minmax(10rem, 1.5fr)',
    },
    {
      id: 'issued',
      header: TEXT.issued,
      cell: ({ created_at }) => <Time value={created_at} as="date" />,
      sortBy: ({ created_at }) => created_at,
      width: '13rem',
    },
    {
      id: 'revoke',
      header: '',
      cell: (row) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={TEXT.revokeOf(row.user.username)}
          onClick={() => onRevoke(row)}
        >
          {TEXT.revoke}
        </Button>
      ),
      align: 'end',
      width: '7rem',
    },
  ]
}
