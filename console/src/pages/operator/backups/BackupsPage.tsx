import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { queryClient } from '../../../api/query-client.ts'
import type { components } from '../../../api/schema.d.ts'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { useNow } from '../../../components/use-now.ts'
import { BACKUPS } from '../../../text/data.ts'
import { bytesText, Facts, numberText } from '../server/Facts.tsx'

type State = components['schemas']['ConsoleBackups']
type File = State['files'][number]
type Task = State['tasks'][number]

const KEY = ['operator', 'backups']
const RUNNING_MS = 1_000
const IDLE_MS = 15_000
const DAY_MS = 86_400_000

const COLORS = { running: 'blue', complete: 'green', failed: 'red', cancelled: 'gray' } as const

function show(state: State): void {
  queryClient.setQueryData(KEY, state)
}

export function BackupsPage() {
  const state = useQuery({
    queryKey: KEY,
    queryFn: () => dataOf(api.GET('/console/api/operator/backups')),
    refetchInterval: ({ state: { data } }) =>
      data?.tasks.some((task) => task.state === 'running') === true ? RUNNING_MS : IDLE_MS,
    staleTime: 0,
  })
  return (
    <Stack gap="lg">
      <PageHeader title={BACKUPS.title} description={BACKUPS.help} />
      <Loaded query={state}>
        {(data) => (
          <>
            <Backups state={data} />
            <Verification state={data} />
          </>
        )}
      </Loaded>
    </Stack>
  )
}

function taskOf({ tasks }: State, kind: Task['kind']): Task | undefined {
  return tasks.find((task) => task.kind === kind)
}

function Backups({ state }: { readonly state: State }) {
  const [removed, remove] = useState<File>()
  const now = useNow(60_000)
  const task = taskOf(state, 'backup')
  const [last] = state.files
  const columns = useMemo(() => columnsOf(remove), [])
  const make = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/operator/backups')),
    onSuccess: show,
  })
  return (
    <Section
      title={BACKUPS.files}
      description={BACKUPS.filesHelp}
      actions={
        <Button loading={make.isPending} disabled={task?.state === 'running'} onClick={() => make.mutate()}>
          {BACKUPS.make}
        </Button>
      }
    >
      <Stack gap="md">
        {last !== undefined && now - last.made_at > DAY_MS && <Alert color="orange">{BACKUPS.old}</Alert>}
        <Facts
          facts={[
            [
              BACKUPS.last,
              last === undefined ? BACKUPS.never : <Time key={last.made_at} value={last.made_at} />,
            ],
            [BACKUPS.folder, state.folder],
          ]}
        />
        {task !== undefined && <TaskState task={task} />}
        <DataTable
          label={BACKUPS.files}
          rows={state.files}
          columns={columns}
          rowId={({ name }) => name}
          empty={<EmptyState title={BACKUPS.none}>{BACKUPS.noneAdvice}</EmptyState>}
        />
        <SameCommand command={BACKUPS.commands} />
      </Stack>
      {removed !== undefined && (
        <ConfirmByName
          opened
          onClose={() => remove(undefined)}
          title={BACKUPS.removeOf(removed.name)}
          action={BACKUPS.remove}
          onConfirm={async () =>
            show(
              await dataOf(
                api.DELETE('/console/api/operator/backups/{name}', {
                  params: { path: { name: removed.name } },
                }),
              ),
            )
          }
        >
          {BACKUPS.removeText}
        </ConfirmByName>
      )}
    </Section>
  )
}

function Verification({ state }: { readonly state: State }) {
  const task = taskOf(state, 'verification')
  const verify = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/operator/backups/verification')),
    onSuccess: show,
  })
  return (
    <Section
      title={BACKUPS.verification}
      description={BACKUPS.verificationHelp}
      actions={
        <Button
          variant="default"
          loading={verify.isPending}
          disabled={task?.state === 'running'}
          onClick={() => verify.mutate()}
        >
          {BACKUPS.verify}
        </Button>
      }
    >
      <Stack gap="md">
        {task !== undefined && <TaskState task={task} />}
        <SameCommand command={BACKUPS.verifyCommand} />
      </Stack>
    </Section>
  )
}

/** The progress of a backup or verification, or its result. */
function TaskState({ task }: { readonly task: Task }) {
  const { kind, state, done, of, lines, failure } = task
  const cancel = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/operator/backups/cancel', { body: { kind } })),
    onSuccess: show,
  })
  const isCounted = of > 0
  const amount = isCounted ? BACKUPS.of(numberText(done), numberText(of)) : BACKUPS.starting
  return (
    <Stack gap="sm">
      <Group gap="xs" role="status">
        <Badge color={COLORS[state]} variant="light">
          {BACKUPS.states[state]}
        </Badge>
        <Text size="sm">
          {BACKUPS.by(task.started_by)}, <Time value={task.ended_at ?? task.started_at} />
        </Text>
      </Group>
      {state === 'running' && (
        <Group gap="md" wrap="nowrap">
          <Stack gap={4} flex={1}>
            <Text size="sm">
              {BACKUPS.progress[kind]}: {amount}
            </Text>
            <Progress
              value={isCounted ? (done / of) * 100 : 100}
              animated={!isCounted}
              aria-label={BACKUPS.progress[kind]}
            />
          </Stack>
          <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {BACKUPS.cancel}
          </Button>
        </Group>
      )}
      {failure !== null && <Alert color="red">{failure}</Alert>}
      {lines.length > 0 && <CodeBlock label={BACKUPS.result} code={lines.join('\n')} isWrapped />}
    </Stack>
  )
}

function columnsOf(remove: (file: File) => void): readonly Column<File>[] {
  return [
    { id: 'name', header: BACKUPS.name, cell: ({ name }) => name, width: 'minmax(14rem, 2fr)' },
    { id: 'size', header: BACKUPS.size, cell: ({ bytes }) => bytesText(bytes) },
    { id: 'made', header: BACKUPS.made, cell: ({ made_at: at }) => <Time value={at} /> },
    {
      id: 'actions',
      header: BACKUPS.actions,
      cell: (file) => (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={BACKUPS.removeOf(file.name)}
          onClick={() => remove(file)}
        >
          {BACKUPS.remove}
        </Button>
      ),
    },
  ]
}
