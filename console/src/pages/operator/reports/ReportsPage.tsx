import { Button, Group, Select, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { REPORTS } from '../../../text/reports.ts'
import { REPORT_COLUMNS } from './columns.tsx'
import type { ReportSearch } from './search.ts'

/** Lists reports that users made, the newest first. */
export function ReportsPage() {
  const search = useSearch({ from: '/shell/operator/reports' })
  const navigate = useNavigate({ from: '/operator/reports' })
  const reports = useInfiniteQuery({
    queryKey: ['operator', 'reports', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/reports', {
          params: { query: { ...search, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => reports.data?.pages.flatMap((page) => page.reports) ?? [], [reports.data])
  const change = (next: Partial<Record<keyof ReportSearch, string | undefined>>) =>
    void navigate({
      search: Object.fromEntries(
        Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined),
      ) as ReportSearch,
      replace: true,
    })
  const isFiltered = Object.keys(search).length > 0
  return (
    <Stack gap="lg">
      <PageHeader title={REPORTS.title} description={REPORTS.help} />
      <Section title={titleOf(search, rows[0]?.user.username)} isFlush>
        <Group gap="sm" align="flex-end" p="md">
          <Choice
            label={REPORTS.state}
            value={search.state ?? 'open'}
            names={REPORTS.states}
            onChange={(state) => change({ state: state === 'open' ? undefined : state })}
          />
          <Choice
            label={REPORTS.kind}
            value={search.kind}
            names={REPORTS.kinds}
            any={REPORTS.anyKind}
            onChange={(kind) => change({ kind })}
          />
          <Choice
            label={REPORTS.reason}
            value={search.reason}
            names={REPORTS.reasons}
            any={REPORTS.anyReason}
            onChange={(reason) => change({ reason })}
          />
          {isFiltered && (
            <Button size="xs" variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
              {REPORTS.clear}
            </Button>
          )}
        </Group>
        <Loaded query={reports}>
          {() => (
            <DataTable
              label={REPORTS.title}
              rows={rows}
              columns={REPORT_COLUMNS}
              rowId={({ id }) => id}
              onSelect={({ id }) =>
                void navigate({ to: '/operator/reports/$reportId', params: { reportId: id } as never })
              }
              maxHeight="65vh"
              minWidth="56rem"
              empty={
                isFiltered ? (
                  <EmptyState title={REPORTS.noMatch}>{REPORTS.noMatchAdvice}</EmptyState>
                ) : (
                  <EmptyState title={REPORTS.none}>{REPORTS.noneAdvice}</EmptyState>
                )
              }
            />
          )}
        </Loaded>
        <LoadMore query={reports} label={REPORTS.more} />
      </Section>
      <SameCommand command={commandOf(search, rows[0]?.user.username)} />
    </Stack>
  )
}

/** @param name screen name of the user whom the listed reports are about; undefined while it is not loaded */
function titleOf({ user, post }: ReportSearch, name: string | undefined): string {
  if (post !== undefined) return REPORTS.ofPost(post)
  return user === undefined || name === undefined ? REPORTS.list : REPORTS.ofUser(name)
}

function commandOf({ state, reason, user, post }: ReportSearch, name: string | undefined): string {
  return [
    'aviary report list',
    ...(state === undefined ? [] : [`--state ${state}`]),
    ...(reason === undefined ? [] : [`--reason ${reason}`]),
    ...(user === undefined ? [] : [`--user ${name ?? 'NAME'}`]),
    ...(post === undefined ? [] : [`--post ${post}`]),
  ].join(' ')
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  /** Labels by value. */
  readonly names: Readonly<Record<string, string>>
  /** Label of the choice without a filter. If this label is undefined, a value must be chosen. */
  readonly any?: string
  readonly onChange: (value: string | undefined) => void
}

function Choice({ label, value, names, any, onChange }: ChoiceProps) {
  const known = Object.entries(names).map(([each, name]) => ({ value: each, label: name }))
  return (
    <Select
      size="xs"
      label={label}
      allowDeselect={any !== undefined}
      clearable={any !== undefined}
      placeholder={any}
      data={known}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      w="13rem"
    />
  )
}
