import { Button, Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import type { Column } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { shellWord } from '../../../components/SameCommand.tsx'
import { Time } from '../../../components/Time.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import { FinderPage } from '../moderation/FinderPage.tsx'
import { StateBadges } from '../moderation/StateBadges.tsx'
import { AddUser } from './AddUser.tsx'

type DeskUser = components['schemas']['ConsoleDeskUser']

const TEXT = MODERATION.users
const NUMBER = new Intl.NumberFormat(undefined)

const COLUMNS: readonly Column<DeskUser>[] = [
  {
    id: 'name',
    header: TEXT.name,
    cell: ({ name, username }) => `${name} @${username}`,
    sortBy: ({ username }) => username,
    width: 'minmax(12rem, 2fr)',
  },
  {
    id: 'state',
    header: TEXT.state,
    cell: (user) => (
      <StateBadges
        isProtected={user.is_protected}
        suspendedAt={user.suspended_at}
        deactivatedAt={user.deactivated_at}
        countries={user.withheld_in_countries}
      />
    ),
    width: 'minmax(10rem, 1.5fr)',
  },
  {
    id: 'followers',
    header: TEXT.followers,
    cell: ({ followers }) => NUMBER.format(followers),
    sortBy: ({ followers }) => followers,
    width: '8rem',
    align: 'end',
  },
  {
    id: 'posts',
    header: TEXT.posts,
    cell: ({ posts }) => NUMBER.format(posts),
    sortBy: ({ posts }) => posts,
    width: '7rem',
    align: 'end',
  },
  {
    id: 'created',
    header: TEXT.created,
    cell: ({ created_at }) => <Time value={created_at} as="date" />,
    sortBy: ({ created_at }) => created_at,
    width: '13rem',
  },
]

export function DeskUsersPage() {
  const { q, hidden } = useSearch({ from: '/shell/operator/users' })
  const navigate = useNavigate({ from: '/operator/users' })
  const [isAdding, setAdding] = useState(false)
  const open = (id: string) =>
    void navigate({ to: '/operator/users/$userId', params: { userId: id } as never })
  const filters = { ...(q === undefined ? {} : { q }), ...(hidden === true ? { hidden: true } : {}) }
  const users = useInfiniteQuery({
    queryKey: ['operator', 'users', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/users', {
          params: { query: { ...filters, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => users.data?.pages.flatMap((page) => page.users) ?? [], [users.data])
  const search = (next: { q?: string | undefined; hidden?: boolean }) => {
    const all = { q, hidden, ...next }
    void navigate({
      search: {
        ...(all.q === undefined || all.q === '' ? {} : { q: all.q }),
        ...(all.hidden === true ? { hidden: true as const } : {}),
      },
      replace: true,
    })
  }
  const empty =
    q !== undefined ? (
      <EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>
    ) : hidden === true ? (
      <EmptyState title={TEXT.noHidden}>{TEXT.noHiddenAdvice}</EmptyState>
    ) : (
      <EmptyState title={TEXT.empty}>{TEXT.emptyAdvice}</EmptyState>
    )
  return (
    <>
      <FinderPage
        text={TEXT}
        query={users}
        rows={rows}
        columns={COLUMNS}
        q={q}
        onQuery={(text) => search({ q: text })}
        onSelect={({ id }) => open(id)}
        actions={
          <Button size="xs" onClick={() => setAdding(true)}>
            {TEXT.add}
          </Button>
        }
        filters={
          <Checkbox
            label={TEXT.hidden}
            checked={hidden === true}
            disabled={q !== undefined}
            onChange={(event) => search({ hidden: event.currentTarget.checked })}
            pb={6}
          />
        }
        empty={empty}
        command={`aviary user show ${q === undefined ? 'NAME' : shellWord(q.replace(/^@/, ''))}`}
      />
      {isAdding && <AddUser onClose={() => setAdding(false)} onMade={open} />}
    </>
  )
}
