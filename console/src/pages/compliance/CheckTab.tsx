import { Button, FileInput, Group, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { CheckResult } from './CheckResult.tsx'
import { type Check, progressOf } from './check.ts'
import { useComplianceSearch } from './use-compliance-search.ts'

const TEXTS = COMPLIANCE.check
const REFRESH_MS = 700
const MEGABYTE = 1024 * 1024

/** Uploads lists of ids and shows their checks. */
export function CheckTab() {
  const { search, change } = useComplianceSearch()
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [type, setType] = useState<'tweets' | 'users'>('tweets')
  const [column, setColumn] = useState('')
  const queryKey = ['compliance', 'checks']
  const checks = useQuery({
    queryKey,
    queryFn: () => dataOf(api.GET('/console/api/compliance/checks')),
    refetchInterval: ({ state }) =>
      state.data?.checks.some(({ ended_at }) => ended_at === null) === true ? REFRESH_MS : false,
  })
  const start = useMutation({
    mutationFn: async (chosen: File) => {
      const form = new FormData()
      form.set('name', chosen.name)
      form.set('type', type)
      if (column.trim() !== '') form.set('column', column.trim())
      form.set('file', chosen)
      return dataOf(
        api.POST('/console/api/compliance/checks', {
          body: form as never,
          bodySerializer: (body: unknown) => body as FormData,
        }),
      )
    },
    meta: { isShownInForm: true },
    onSuccess: async (check) => {
      setFile(null)
      change({ check: check.id })
      await queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <Stack gap={0}>
      <Section title={TEXTS.title} description={TEXTS.description}>
        <Stack>
          <Group align="flex-start">
            <FileInput
              label={TEXTS.file}
              description={TEXTS.fileHelp(Math.floor((checks.data?.max_bytes ?? 0) / MEGABYTE))}
              placeholder={TEXTS.filePlaceholder}
              value={file}
              onChange={setFile}
              flex="1 1 16rem"
              clearable
            />
            <TextInput
              label={TEXTS.column}
              description={TEXTS.columnHelp}
              value={column}
              onChange={(event) => setColumn(event.currentTarget.value)}
              flex="1 1 12rem"
            />
          </Group>
          <Group>
            <SegmentedControl
              aria-label={TEXTS.type}
              value={type}
              onChange={(value) => setType(value as 'tweets' | 'users')}
              data={[
                { value: 'tweets', label: TEXTS.types.tweets },
                { value: 'users', label: TEXTS.types.users },
              ]}
            />
            <Button
              disabled={file === null}
              loading={start.isPending}
              onClick={() => file !== null && start.mutate(file)}
            >
              {TEXTS.start}
            </Button>
          </Group>
          {start.error !== null && <ErrorState error={start.error} />}
        </Stack>
      </Section>
      <Loaded query={checks}>
        {(data) => {
          const shown = data.checks.find(({ id }) => id === search.check)
          return (
            <>
              {shown !== undefined && <CheckResult check={shown} />}
              <Section title={TEXTS.checks} description={TEXTS.checksDescription} isFlush>
                <DataTable
                  label={TEXTS.checks}
                  rows={data.checks}
                  columns={COLUMNS}
                  rowId={({ id }) => id}
                  onSelect={({ id }) => change({ check: id })}
                  selectedId={search.check}
                  minWidth="36rem"
                  empty={<EmptyState title={TEXTS.none}>{TEXTS.noneText}</EmptyState>}
                />
              </Section>
            </>
          )
        }}
      </Loaded>
    </Stack>
  )
}

const COLUMNS: readonly Column<Check>[] = [
  { id: 'file', header: TEXTS.columns.file, cell: ({ name }) => <Text truncate>{name}</Text> },
  {
    id: 'state',
    header: TEXTS.columns.state,
    cell: (check) =>
      check.ended_at === null ? (
        <Progress value={progressOf(check)} aria-label={TEXTS.progress} w="100%" />
      ) : (
        TEXTS.states[check.state]
      ),
  },
  {
    id: 'deleted',
    header: TEXTS.columns.deleted,
    cell: ({ counts }) => Number(counts['to_delete'] ?? 0).toLocaleString('en'),
    align: 'end',
    width: '7rem',
  },
  {
    id: 'checked',
    header: TEXTS.columns.checked,
    cell: ({ counts }) => Number(counts['checked'] ?? 0).toLocaleString('en'),
    align: 'end',
    width: '7rem',
  },
  {
    id: 'started',
    header: TEXTS.columns.started,
    cell: (row) => <Time value={row.started_at} />,
    width: '8rem',
  },
]
