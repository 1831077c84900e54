import { Button, Group, Select, Stack } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { OPERATOR } from '../../../text/operator.ts'
import { AuditDrawer } from './AuditDrawer.tsx'
import { COLUMNS } from './columns.tsx'
import { type AuditSearch, auditQuery } from './search.ts'
import { TextFilter } from './TextFilter.tsx'

const TEXT = OPERATOR.audit
const NO_FILTERS = { actor: undefined, action: undefined, kind: undefined, subject: undefined }

type Change = (next: Partial<Record<keyof AuditSearch, string | undefined>>) => void

export function AuditPage() {
  const search = useSearch({ from: '/shell/operator/audit' })
  const navigate = useNavigate({ from: '/operator/audit' })
  const filters = auditQuery(search)
  const log = useInfiniteQuery({
    queryKey: ['operator', 'audit', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/audit', {
          params: { query: { ...filters, ...(pageParam === undefined ? {} : { after: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const change: Change = (next) =>
    void navigate({
      search: (last) =>
        Object.fromEntries(
          Object.entries({ ...last, ...next }).filter(([, value]) => value !== undefined && value !== ''),
        ) as AuditSearch,
      replace: true,
    })
  const rows = useMemo(() => log.data?.pages.flatMap(({ entries }) => entries) ?? [], [log.data])
  const isFiltered = Object.keys(filters).length > 0
  const [first] = log.data?.pages ?? []
  return (
    <Stack gap="lg">
      <PageHeader title={TEXT.title} description={TEXT.help} />
      <Section title={TEXT.entries} isFlush>
        <Group gap="sm" align="flex-end" p="md">
          <TextFilter
            label={TEXT.actor}
            placeholder={TEXT.actorHolder}
            value={search.actor}
            onChange={useDebouncedCallback((actor: string) => change({ actor }), 300)}
          />
          <Choice
            label={TEXT.action}
            value={search.action}
            values={first?.actions ?? []}
            onChange={(action) => change({ action })}
          />
          <Choice
            label={TEXT.kind}
            value={search.kind}
            values={first?.subject_kinds ?? []}
            onChange={(kind) => change({ kind })}
          />
          <TextFilter
            label={TEXT.key}
            placeholder={TEXT.keyHolder}
            value={search.subject}
            onChange={useDebouncedCallback((subject: string) => change({ subject }), 300)}
          />
          {isFiltered && (
            <Button size="xs" variant="default" onClick={() => change(NO_FILTERS)}>
              {TEXT.clear}
            </Button>
          )}
        </Group>
        <Loaded query={log}>
          {() => (
            <DataTable
              label={TEXT.title}
              rows={rows}
              columns={COLUMNS}
              rowId={({ id }) => id}
              onSelect={({ id }) => change({ selected: id })}
              selectedId={search.selected}
              maxHeight="60vh"
              minWidth="52rem"
              empty={
                isFiltered ? (
                  <EmptyState title={TEXT.noMatch}>{TEXT.noMatchAdvice}</EmptyState>
                ) : (
                  <EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>
                )
              }
            />
          )}
        </Loaded>
        <LoadMore query={log} label={TEXT.more} />
      </Section>
      <SameCommand command={commandOf(search)} />
      <AuditDrawer
        isOpen={search.selected !== undefined}
        entry={rows.find(({ id }) => id === search.selected)}
        onClose={() => change({ selected: undefined })}
      />
    </Stack>
  )
}

function commandOf({ actor, action, kind, subject }: AuditSearch): string {
  const about = kind === undefined ? undefined : subject === undefined ? kind : `${kind}:${subject}`
  const options = { actor, action, subject: about }
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  )
  return ['aviary audit list', ...given].join(' ')
}

interface ChoiceProps {
  readonly label: string
  readonly value: string | undefined
  readonly values: readonly string[]
  readonly onChange: (value: string | undefined) => void
}

function Choice({ label, value, values, onChange }: ChoiceProps) {
  // The value in the URL is a choice although `values` may not contain it, as before the first load.
  const all = value === undefined || values.includes(value) ? values : [value, ...values]
  return (
    <Select
      size="xs"
      label={label}
      placeholder={TEXT.any}
      clearable
      data={[...all]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      w="13rem"
    />
  )
}
