import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import type { Column } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { shellWord } from '../../../components/SameCommand.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_APPS as TEXT } from '../../../text/desk-apps.ts'
import { FinderPage } from '../moderation/FinderPage.tsx'

type DeskApp = components['schemas']['ConsoleDeskApp']

const COLUMNS: readonly Column<DeskApp>[] = [
  {
    id: 'name',
    header: TEXT.name,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name.toLowerCase(),
    width: 'minmax(11rem, 2fr)',
  },
  {
    id: 'owner',
    header: TEXT.owner,
    cell: ({ owner }) => `@${owner.username}`,
    sortBy: ({ owner }) => owner.username,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'permissions',
    header: TEXT.permissions,
    cell: ({ permissions }) => TEXT.permissionNames[permissions] ?? permissions,
    width: 'minmax(10rem, 1.5fr)',
  },
  {
    id: 'level',
    header: TEXT.level,
    cell: ({ level }) => level,
    sortBy: ({ level }) => level,
    width: '7rem',
  },
  {
    id: 'state',
    header: TEXT.state,
    cell: ({ suspended_at }) => (suspended_at === null ? TEXT.active : TEXT.suspended),
    sortBy: ({ suspended_at }) => (suspended_at === null ? 0 : 1),
    width: '8rem',
  },
  {
    id: 'created',
    header: TEXT.created,
    cell: ({ created_at }) => <Time value={created_at} as="date" />,
    sortBy: ({ created_at }) => created_at,
    width: '13rem',
  },
]

export function DeskAppsPage() {
  const { q } = useSearch({ from: '/shell/operator/apps' })
  const navigate = useNavigate({ from: '/operator/apps' })
  const filters = q === undefined ? {} : { q }
  const apps = useInfiniteQuery({
    queryKey: ['operator', 'apps', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/apps', {
          params: { query: { ...filters, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => apps.data?.pages.flatMap((page) => page.apps) ?? [], [apps.data])
  return (
    <FinderPage
      text={TEXT}
      query={apps}
      rows={rows}
      columns={COLUMNS}
      q={q}
      onQuery={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
      onSelect={({ id }) => void navigate({ to: '/operator/apps/$appId', params: { appId: id } as never })}
      empty={
        q === undefined ? (
          <EmptyState title={TEXT.empty}>{TEXT.emptyAdvice}</EmptyState>
        ) : (
          <EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>
        )
      }
      command={commandOf(q)}
    />
  )
}

function commandOf(q: string | undefined): string {
  if (q === undefined) return 'aviary app list'
  if (/^\d+$/.test(q)) return `aviary app show ${q}`
  return q.startsWith('@')
    ? `aviary app list --owner ${shellWord(q.slice(1) || 'NAME')}`
    : `aviary app list --name ${shellWord(q)}`
}
