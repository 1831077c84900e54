import { Alert, Anchor, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { IMPORTS } from '../../../text/imports.ts'
import { bytesText } from '../server/Facts.tsx'
import { type Import, refetchImports } from './queries.ts'

const TEXT = IMPORTS.list

const COLORS = {
  queued: 'gray',
  running: 'blue',
  complete: 'green',
  failed: 'red',
  cancelled: 'gray',
} as const

interface Asked {
  readonly run: Import
  readonly action: 'cancel' | 'remove'
}

function nameOf({ files }: Import): string {
  return files.map(({ name }) => name).join(', ')
}

function callOf({ id }: Import) {
  return { params: { path: { import_id: id } } } as const
}

/** Lists the imports, the newest first. */
export function Imports({ imports }: { readonly imports: readonly Import[] }) {
  const [asked, ask] = useState<Asked>()
  const confirmed = async ({ run, action }: Asked) => {
    if (action === 'cancel') await api.POST('/console/api/operator/imports/{import_id}/cancel', callOf(run))
    else await api.DELETE('/console/api/operator/imports/{import_id}', callOf(run))
    await refetchImports()
  }
  return (
    <>
      {imports.length === 0 && (
        <Section title={TEXT.title} description={TEXT.help}>
          <EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>
        </Section>
      )}
      {imports.map((run) => (
        <ImportSection key={run.id} run={run} ask={ask} />
      ))}
      {asked !== undefined && (
        <ConfirmByName
          opened
          onClose={() => ask(undefined)}
          title={
            asked.action === 'cancel' ? TEXT.cancelOf(nameOf(asked.run)) : TEXT.removeOf(nameOf(asked.run))
          }
          action={asked.action === 'cancel' ? TEXT.cancel : TEXT.remove}
          onConfirm={() => confirmed(asked)}
        >
          {asked.action === 'cancel' ? TEXT.cancelText : TEXT.removeText}
        </ConfirmByName>
      )}
    </>
  )
}

interface RunProps {
  readonly run: Import
  readonly ask: (asked: Asked) => void
}

function ImportSection({ run, ask }: RunProps) {
  const { state, dry_run: isDryRun, started_by: startedBy, created_at: at, ended_at: endedAt } = run
  return (
    <Section
      title={nameOf(run)}
      description={
        <Group gap="xs">
          <Badge color={COLORS[state]} variant="light">
            {TEXT.states[state]}
          </Badge>
          {isDryRun && <Badge variant="default">{TEXT.dryRun}</Badge>}
          <span>
            {TEXT.startedBy} {startedBy}, <Time value={endedAt ?? at} />
          </span>
          {run.interruptions > 0 && <span>{TEXT.interruptions(run.interruptions)}</span>}
        </Group>
      }
      actions={<Actions run={run} ask={ask} />}
    >
      <Stack gap="md">
        {run.progress !== null && <Running progress={run.progress} />}
        {run.failure !== null && (
          <Alert color="red" role="status">
            {run.failure}
          </Alert>
        )}
        {run.lines.length > 0 && <CodeBlock label={TEXT.page} code={run.lines.join('\n')} isWrapped />}
        <SameCommand command={run.command} />
      </Stack>
    </Section>
  )
}

function Running({ progress }: { readonly progress: NonNullable<Import['progress']> }) {
  const { stage, bytes, of } = progress
  const isCounted = of > 0
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {TEXT.stages[stage]}
        {isCounted && `: ${TEXT.of(bytesText(bytes), bytesText(of))}`}
      </Text>
      <Progress
        value={isCounted ? (bytes / of) * 100 : 100}
        animated={!isCounted}
        aria-label={TEXT.stages[stage]}
      />
    </Stack>
  )
}

function Actions({ run, ask }: RunProps) {
  const hasEnded = run.state !== 'queued' && run.state !== 'running'
  const resume = useMutation({
    mutationFn: () => dataOf(api.POST('/console/api/operator/imports/{import_id}/resume', callOf(run))),
    onSettled: refetchImports,
  })
  const report = `/console/api/operator/imports/${run.id}/report`
  return (
    <>
      {run.has_report && (
        <>
          <Anchor href={report} target="_blank" rel="noopener" size="sm">
            {TEXT.page}
          </Anchor>
          <Anchor href={`${report}?form=json`} download size="sm">
            {TEXT.data}
          </Anchor>
        </>
      )}
      {!hasEnded && (
        <Button
          size="xs"
          variant="default"
          aria-label={TEXT.cancelOf(nameOf(run))}
          onClick={() => ask({ run, action: 'cancel' })}
        >
          {TEXT.cancel}
        </Button>
      )}
      {run.can_resume && (
        <Button
          size="xs"
          variant="default"
          aria-label={run.state === 'complete' ? TEXT.repeatOf(nameOf(run)) : TEXT.resumeOf(nameOf(run))}
          loading={resume.isPending}
          onClick={() => resume.mutate()}
        >
          {run.state === 'complete' ? TEXT.repeat : TEXT.resume}
        </Button>
      )}
      {hasEnded && (
        <Button
          size="xs"
          variant="subtle"
          color="red"
          aria-label={TEXT.removeOf(nameOf(run))}
          onClick={() => ask({ run, action: 'remove' })}
        >
          {TEXT.remove}
        </Button>
      )}
    </>
  )
}
