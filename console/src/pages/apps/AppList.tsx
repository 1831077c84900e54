import { Anchor, Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { IconApps, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { components } from '../../api/schema.d.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Loading } from '../../components/Loading.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { APPS } from '../../text/apps.ts'
import { appsQuery, projectsQuery } from './queries.ts'

/** The dialog is loaded when it is first shown, because most visits create no app. */
const CreateApp = lazy(async () => ({ default: (await import('./CreateApp.tsx')).CreateApp }))

type App = components['schemas']['ConsoleAppSummary']

interface Props {
  readonly search: string
  readonly onSearch: (search: string) => void
}

/** Lists the apps of the developer, with a search field and a button that creates an app. */
export function AppList({ search, onSearch }: Props) {
  const [isCreating, setCreating] = useState(false)
  const apps = useQuery(appsQuery)
  const projects = useQuery(projectsQuery).data?.projects
  const columns = useMemo(() => {
    const names = new Map((projects ?? []).map(({ id, name }) => [id, name]))
    return columnsOf((id) => (id === null ? undefined : names.get(id)))
  }, [projects])
  const create = (
    <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
      {APPS.create}
    </Button>
  )
  return (
    <Section title={APPS.title} description={APPS.description} actions={create} isFlush>
      {isCreating && (
        <Suspense fallback={<CreateAppLoading onClose={() => setCreating(false)} />}>
          <CreateApp opened onClose={() => setCreating(false)} />
        </Suspense>
      )}
      <Loaded query={apps}>
        {({ apps: all }) =>
          all.length === 0 ? (
            <EmptyState title={APPS.empty} action={create} icon={<IconApps size={32} />}>
              {APPS.emptyAdvice}
            </EmptyState>
          ) : (
            <>
              <TextInput
                p="sm"
                type="search"
                aria-label={APPS.search}
                placeholder={APPS.search}
                value={search}
                onChange={(event) => onSearch(event.currentTarget.value)}
              />
              <DataTable
                label={APPS.title}
                rows={matching(all, search)}
                columns={columns}
                rowId={({ id }) => id}
                empty={<EmptyState title={APPS.noMatch}>{APPS.noMatchAdvice}</EmptyState>}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

/** Shown while the dialog loads on a slow network. */
function CreateAppLoading({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={APPS.create} size="lg">
      <Loading lines={8} />
    </Dialog>
  )
}

function matching(apps: readonly App[], search: string): readonly App[] {
  const wanted = search.trim().toLowerCase()
  return apps.filter(({ id, name }) => id === wanted || name.toLowerCase().includes(wanted))
}

function columnsOf(projectName: (id: string | null) => string | undefined): readonly Column<App>[] {
  return [
    {
      id: 'name',
      header: APPS.name,
      width: 'minmax(10rem, 2fr)',
      sortBy: ({ name }) => name.toLowerCase(),
      cell: ({ id, name, is_suspended }) => (
        <Group gap="xs" wrap="nowrap">
          <Anchor component={Link} to="/apps/$appId/settings" params={{ appId: id } as never} fw={500}>
            {name}
          </Anchor>
          {is_suspended && <Badge color="red">{APPS.suspended}</Badge>}
        </Group>
      ),
    },
    {
      id: 'permissions',
      header: APPS.permissions,
      width: 'minmax(9rem, 1fr)',
      cell: ({ permissions }) => APPS.levels[permissions],
    },
    {
      id: 'project',
      header: APPS.project,
      cell: ({ project_id }) => projectName(project_id) ?? <Text c="dimmed">–</Text>,
    },
    {
      id: 'created',
      header: APPS.created,
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Time value={created_at} />,
    },
  ]
}
