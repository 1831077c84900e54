import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { components } from '../../../api/schema.d.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { TEST } from '../../../text/test-controls.ts'
import { numberText } from '../server/Facts.tsx'
import { GradeReport } from './GradeReport.tsx'
import { curl, gradesQuery, type TestState } from './queries.ts'

const TEXT = TEST.grades

type Report = components['schemas']['ConsoleGrades']['reports'][number]

/** Reports about graded clients. The report that the URL names is shown with its trials. */
export function Grades({ state }: { readonly state: TestState }) {
  const { grade } = useSearch({ from: '/shell/operator/test' })
  const navigate = useNavigate({ from: '/operator/test' })
  const list = useQuery(gradesQuery)
  const columns = useMemo(
    () => reportColumns((id) => void navigate({ search: { grade: id }, replace: true, resetScroll: false })),
    [navigate],
  )
  return (
    <>
      <Section title={TEXT.title} description={TEXT.help}>
        <Stack gap="md">
          <Loaded query={list}>
            {({ reports }) => (
              <DataTable
                label={TEXT.title}
                rows={reports}
                columns={columns}
                rowId={({ id }) => id}
                empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
              />
            )}
          </Loaded>
          <SameCommand
            command={[
              `aviary grade --send-to ${state.address} -- node my-bot.js`,
              curl(state, 'GET', '/test/grades'),
            ].join('\n')}
          />
        </Stack>
      </Section>
      {grade !== undefined && <GradeReport key={grade} id={grade} state={state} />}
    </>
  )
}

function reportColumns(show: (id: string) => void): readonly Column<Report>[] {
  return [
    { id: 'client', header: TEXT.client, cell: ({ client }) => client, width: 'minmax(10rem, 3fr)' },
    { id: 'received', header: TEXT.received, cell: (report) => <Time value={report.received_at} /> },
    { id: 'passed', header: TEXT.passed, cell: ({ passed }) => numberText(passed), align: 'end' },
    {
      id: 'failed',
      header: TEXT.failed,
      cell: ({ failed }) => (failed === 0 ? numberText(failed) : <b>{numberText(failed)}</b>),
      align: 'end',
    },
    {
      id: 'not-seen',
      header: TEXT.notSeen,
      cell: ({ not_seen: notSeen }) => numberText(notSeen),
      align: 'end',
    },
    {
      id: 'actions',
      header: TEXT.actions,
      cell: ({ id, client }) => (
        <Button size="xs" variant="default" aria-label={TEXT.trialsOf(client)} onClick={() => show(id)}>
          {TEXT.show}
        </Button>
      ),
      width: 'minmax(8rem, 1fr)',
    },
  ]
}
