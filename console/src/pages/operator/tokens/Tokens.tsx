import { Badge, Button, Checkbox, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
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
  /** The app or user whose tokens are listed. */
  readonly of: { readonly app: string } | { readonly user: string }
  readonly help: string
  readonly none: string
  /** The command that lists the same tokens. For revoked tokens, the component adds the flag `--all`. */
  readonly command: string
  readonly onAsk: (action: PendingAction) => void
  readonly onIssue?: () => void
}

/** Lists the access tokens of an app for all users, or of a user for all apps. */
export function Tokens({ of, help, none, command, onAsk, onIssue }: Props) {
  const [hasRevoked, setRevoked] = useState(false)
  const tokens = useInfiniteQuery({
    queryKey: ['operator', 'tokens', of, hasRevoked],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/tokens', {
          params: {
            query: {
              ...of,
              ...(hasRevoked ? { revoked: true } : {}),
              ...(pageParam === undefined ? {} : { after: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => tokens.data?.pages.flatMap((page) => page.tokens) ?? [], [tokens.data])
  const isOfApp = 'app' in of
  const columns = useMemo(() => columnsOf(isOfApp, (token) => onAsk(revocation(token))), [isOfApp, onAsk])
  return (
    <Section
      title={TEXT.tokens}
      description={help}
      actions={
        onIssue && (
          <Button size="xs" variant="default" onClick={onIssue}>
            {DESK_APPS.issue.title}
          </Button>
        )
      }
      isFlush
    >
      <Group p="md">
        <Checkbox
          label={TEXT.revokedToo}
          checked={hasRevoked}
          onChange={(event) => setRevoked(event.currentTarget.checked)}
        />
      </Group>
      <Loaded query={tokens}>
        {() => (
          <DataTable
            label={TEXT.tokens}
            rows={rows}
            columns={columns}
            rowId={({ token }) => token}
            minWidth="48rem"
            empty={<EmptyState title={TEXT.noTokens}>{none}</EmptyState>}
          />
        )}
      </Loaded>
      <LoadMore query={tokens} label={TEXT.moreTokens} />
      <Stack p="md">
        <SameCommand command={`${command}${hasRevoked ? ' --all' : ''}`} />
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

function columnsOf(isOfApp: boolean, onRevoke: (token: Token) => void): readonly Column<Token>[] {
  const nameOf = ({ app, user }: Token) => (isOfApp ? `@${user.username}` : app.name)
  return [
    {
      id: 'name',
      header: isOfApp ? TEXT.user : TEXT.app,
      cell: nameOf,
      sortBy: nameOf,
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
      cell: (row) =>
        row.revoked_at === null ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={isOfApp ? TEXT.revokeOf(row.user.username) : TEXT.revokeFor(row.app.name)}
            onClick={() => onRevoke(row)}
          >
            {TEXT.revoke}
          </Button>
        ) : (
          <Badge variant="default" tt="none" fw={500}>
            {TEXT.revoked}
          </Badge>
        ),
      align: 'end',
      width: '7rem',
    },
  ]
}
