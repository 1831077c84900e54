import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { COMPLIANCE } from '../../text/compliance.ts'
import { type Check, progressOf } from './check.ts'

const TEXTS = COMPLIANCE.check
const MAX_FINDINGS = 500

type Finding = Check['findings'][number]

/** Shows the progress or the result of one check of a list of ids. */
export function CheckResult({ check }: { readonly check: Check }) {
  const queryClient = useQueryClient()
  const { id, name, state, sentences, findings, failure } = check
  const cancel = useMutation({
    mutationFn: () =>
      api.DELETE('/console/api/compliance/checks/{check_id}', { params: { path: { check_id: id } } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['compliance', 'checks'] }),
  })
  const isRunning = check.ended_at === null
  const actions = isRunning ? (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {TEXTS.cancel}
    </Button>
  ) : (
    state === 'complete' && (
      <Button
        component="a"
        href={`/console/api/compliance/checks/${id}/report`}
        download
        variant="default"
        leftSection={<IconDownload size={16} />}
      >
        {TEXTS.report}
      </Button>
    )
  )
  return (
    <Section title={name} description={TEXTS.states[state]} actions={actions}>
      <Stack>
        {isRunning && <Progress value={progressOf(check)} aria-label={TEXTS.progress} />}
        {failure !== null && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <div role="status">
          {sentences.map((sentence) => (
            <Text key={sentence}>{sentence}</Text>
          ))}
        </div>
        {state === 'complete' && (
          <DataTable
            label={TEXTS.findings}
            rows={findings}
            columns={COLUMNS}
            rowId={(finding) => finding.id}
            minWidth="32rem"
            empty={<EmptyState title={TEXTS.noFindings}>{TEXTS.noFindingsText}</EmptyState>}
          />
        )}
        {findings.length >= MAX_FINDINGS && (
          <Group>
            <Text c="dimmed" size="sm">
              {TEXTS.findingsMore}
            </Text>
          </Group>
        )}
      </Stack>
    </Section>
  )
}

const COLUMNS: readonly Column<Finding>[] = [
  { id: 'id', header: TEXTS.finding.id, cell: ({ id }) => id, width: '13rem' },
  {
    id: 'action',
    header: TEXTS.finding.action,
    cell: ({ action }) => action,
    sortBy: ({ action }) => action,
  },
  {
    id: 'reason',
    header: TEXTS.finding.reason,
    cell: ({ reason }) => reason,
    sortBy: ({ reason }) => reason,
  },
  { id: 'at', header: TEXTS.finding.at, cell: ({ redacted_at }) => <Time value={redacted_at} as="date" /> },
]
