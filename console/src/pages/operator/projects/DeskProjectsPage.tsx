import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import type { Column } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { shellWord } from '../../../components/SameCommand.tsx'
import { Time } from '../../../components/Time.tsx'
import { DESK_PROJECTS as TEXT } from '../../../text/desk-projects.ts'
import { FinderPage } from '../moderation/FinderPage.tsx'
import { AddProject } from './AddProject.tsx'

type DeskProject = components['schemas']['ConsoleDeskProject']

const COLUMNS: readonly Column<DeskProject>[] = [
  {
    id: 'name',
    header: TEXT.name,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name.toLowerCase(),
    width: 'minmax(11rem, 2fr)',
  },
  { id: 'id', header: TEXT.id, cell: ({ id }) => id, width: 'minmax(12rem, 1fr)' },
  {
    id: 'owner',
    header: TEXT.owner,
    cell: ({ owner }) => `@${owner.username}`,
    sortBy: ({ owner }) => owner.username,
    width: 'minmax(8rem, 1fr)',
  },
  { id: 'apps', header: TEXT.apps, cell: ({ apps }) => apps, sortBy: ({ apps }) => apps, width: '6rem' },
  {
    id: 'created',
    header: TEXT.created,
    cell: ({ created_at }) => <Time value={created_at} as="date" />,
    sortBy: ({ created_at }) => created_at,
    width: '13rem',
  },
]

/** Lists the projects of all owners, or of one owner. */
export function DeskProjectsPage() {
  const { q } = useSearch({ from: '/shell/operator/projects' })
  const navigate = useNavigate({ from: '/operator/projects' })
  const [isAdding, setAdding] = useState(false)
  const filters = q === undefined ? {} : { owner: q }
  const projects = useInfiniteQuery({
    queryKey: ['operator', 'projects', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/projects', {
          params: { query: { ...filters, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => projects.data?.pages.flatMap((page) => page.projects) ?? [], [projects.data])
  return (
    <>
      <FinderPage
        text={TEXT}
        query={projects}
        rows={rows}
        columns={COLUMNS}
        q={q}
        onQuery={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
        onSelect={({ owner }) =>
          void navigate({ to: '/operator/apps', search: { q: `@${owner.username}` } as never })
        }
        actions={
          <Button size="xs" onClick={() => setAdding(true)}>
            {TEXT.add.button}
          </Button>
        }
        empty={
          q === undefined ? (
            <EmptyState title={TEXT.empty}>{TEXT.emptyAdvice}</EmptyState>
          ) : (
            <EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>
          )
        }
        command={
          q === undefined
            ? 'aviary project list'
            : `aviary project list --owner ${shellWord(q.replace(/^@/, '') || 'NAME')}`
        }
      />
      {isAdding && <AddProject owner={q?.replace(/^@/, '') ?? ''} onClose={() => setAdding(false)} />}
    </>
  )
}
