import { Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { components } from '../../api/schema.d.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { APPS, USERS as TEXTS } from '../../text/apps.ts'

type User = components['schemas']['ConsoleConnectedUser']

export function UsersPage() {
  usePageTitle(TEXTS.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/users' })
  const client = useQueryClient()
  const [revoked, setRevoked] = useState<User>()
  const pages = useInfiniteQuery({
    queryKey: ['app', appId, 'users'],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/apps/{app_id}/users', {
          params: { path: { app_id: appId }, query: pageParam === null ? {} : { after: pageParam } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = useMemo(() => (pages.data?.pages ?? []).flatMap(({ users }) => users), [pages.data])
  const columns = useMemo(() => columnsOf(setRevoked), [])
  const revoke = async () => {
    if (revoked === undefined) return
    await api.DELETE('/console/api/apps/{app_id}/users/{user_id}', {
      params: { path: { app_id: appId, user_id: revoked.id } },
    })
    await client.invalidateQueries({ queryKey: ['app', appId] })
  }
  const total = pages.data?.pages[0]?.total
  return (
    <Section
      title={TEXTS.title}
      description={total === undefined ? undefined : TEXTS.description(total)}
      isFlush
    >
      <ConfirmByName
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={TEXTS.revokeTitle(revoked?.screen_name ?? '')}
        action={TEXTS.revoke}
        onConfirm={revoke}
      >
        {TEXTS.revokeText}
      </ConfirmByName>
      {pages.error !== null && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isPending && <Loading />}
      {pages.data !== undefined && (
        <DataTable
          label={TEXTS.title}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          empty={
            <EmptyState title={TEXTS.empty} icon={<IconUsers size={32} />}>
              {TEXTS.emptyAdvice}
            </EmptyState>
          }
        />
      )}
      {pages.hasNextPage && (
        <Group justify="center" p="sm">
          <Button
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {TEXTS.more}
          </Button>
        </Group>
      )}
    </Section>
  )
}

function columnsOf(onRevoke: (user: User) => void): readonly Column<User>[] {
  return [
    {
      id: 'user',
      header: TEXTS.user,
      width: 'minmax(10rem, 2fr)',
      sortBy: ({ screen_name }) => screen_name.toLowerCase(),
      cell: ({ name, screen_name }) => (
        <Text inherit truncate>
          {name}{' '}
          <Text span inherit c="dimmed">
            @{screen_name}
          </Text>
        </Text>
      ),
    },
    {
      id: 'access',
      header: TEXTS.access,
      width: 'minmax(10rem, 2fr)',
      cell: ({ permissions, scopes }) =>
        [...(permissions === null ? [] : [APPS.levels[permissions]]), ...scopes].join(', '),
    },
    {
      id: 'since',
      header: TEXTS.since,
      sortBy: ({ connected_at }) => connected_at,
      cell: ({ connected_at }) => <Time value={connected_at} />,
    },
    {
      id: 'revoke',
      header: '',
      width: '6rem',
      align: 'end',
      cell: (user) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${TEXTS.revoke} @${user.screen_name}`}
          onClick={() => onRevoke(user)}
        >
          {TEXTS.revoke}
        </Button>
      ),
    },
  ]
}
