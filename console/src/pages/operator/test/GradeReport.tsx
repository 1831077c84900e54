import { Badge, Button, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../../../api/client.ts'
import { asProblem } from '../../../api/problem.ts'
import type { components } from '../../../api/schema.d.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { curl, gradeQuery, refetchGrades, type TestState } from './queries.ts'

const TEXT = TEST.grades

type Grade = components['schemas']['ConsoleGrade']
type Trial = Grade['trials'][number]

interface Props {
  readonly id: string
  readonly state: TestState
}

/** Shows a report about a graded client, with its trials. */
export function GradeReport({ id, state }: Props) {
  const navigate = useNavigate({ from: '/operator/test' })
  const query = useQuery(gradeQuery(id))
  const close = () => void navigate({ search: {}, replace: true, resetScroll: false })
  if (query.error !== null && asProblem(query.error).reason === 'grade-not-found') {
    return (
      <Section title={TEXT.gone} actions={<CloseButton close={close} />}>
        <Text size="sm">{TEXT.goneAdvice}</Text>
      </Section>
    )
  }
  return (
    <Loaded query={query}>{(report) => <ReportSection report={report} state={state} close={close} />}</Loaded>
  )
}

interface ReportProps {
  readonly report: Grade
  readonly state: TestState
  readonly close: () => void
}

function ReportSection({ report, state, close }: ReportProps) {
  const { id, client, trials, is_quick: isQuick, received_at: at } = report
  const path = `/test/grades/${id}`
  const remove = useMutation({
    mutationFn: () =>
      dataOf(
        api.DELETE('/console/api/operator/test_controls/grades/{grade_id}', {
          params: { path: { grade_id: id } },
          headers: { 'content-type': 'application/json' },
        }),
      ),
    onSuccess: close,
    onSettled: refetchGrades,
  })
  return (
    <Section
      title={TEXT.trialsOf(client)}
      description={
        <>
          {isQuick ? TEXT.quick : TEXT.whole}, <Time value={at} as="date" />
        </>
      }
      actions={
        <>
          <CloseButton close={close} />
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={TEXT.removeOf(client)}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {TEXT.remove}
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <DataTable
          label={TEXT.trialsOf(client)}
          rows={trials}
          columns={TRIAL_COLUMNS}
          rowId={({ name }) => name}
          rowHeight={72}
          maxHeight="60rem"
          minWidth="52rem"
          empty={null}
        />
        <SameCommand command={[curl(state, 'GET', path), curl(state, 'DELETE', path)].join('\n')} />
      </Stack>
    </Section>
  )
}

function CloseButton({ close }: Pick<ReportProps, 'close'>) {
  return (
    <Button size="xs" variant="default" onClick={close}>
      {TEXT.close}
    </Button>
  )
}

/** Table cells do not wrap, but sentences must wrap. */
const WRAPPED = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const

const COLORS = { pass: 'green', fail: 'red', 'not-seen': 'gray' } as const

const TRIAL_COLUMNS: readonly Column<Trial>[] = [
  { id: 'name', header: TEXT.trial, cell: ({ name }) => name, width: 'minmax(8rem, 1fr)' },
  {
    id: 'grade',
    header: TEXT.grade,
    cell: ({ grade }) => (
      <Badge color={COLORS[grade]} variant="light">
        {TEXT.grades[grade]}
      </Badge>
    ),
    width: '7rem',
  },
  {
    id: 'seen',
    header: TEXT.seen,
    cell: ({ seen, change }) => (
      <Stack gap={2}>
        <Text size="sm" style={WRAPPED}>
          {seen}
        </Text>
        {change !== undefined && (
          <Text size="sm" fw={600} style={WRAPPED}>
            {change}
          </Text>
        )}
      </Stack>
    ),
    width: 'minmax(14rem, 3fr)',
  },
  {
    id: 'expected',
    header: TEXT.expected,
    cell: ({ expected }) => (
      <Text size="sm" c="dimmed" style={WRAPPED}>
        {expected}
      </Text>
    ),
    width: 'minmax(12rem, 2fr)',
  },
]
