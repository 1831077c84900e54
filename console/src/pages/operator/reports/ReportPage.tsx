import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { Fact } from '../../../components/Fact.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { REPORTS } from '../../../text/reports.ts'
import { History } from '../moderation/History.tsx'
import { ModerationDialog, type PendingAction } from '../moderation/ModerationDialog.tsx'
import type { DeskReport } from './columns.tsx'

const TEXT = REPORTS.report

export function ReportPage() {
  const { reportId } = useParams({ from: '/shell/operator/reports/$reportId' })
  const [action, setAction] = useState<PendingAction>()
  const query = useQuery({
    queryKey: ['operator', 'reports', 'one', reportId],
    queryFn: () =>
      dataOf(
        api.GET('/console/api/operator/reports/{report_id}', { params: { path: { report_id: reportId } } }),
      ),
  })
  return (
    <Stack gap="lg">
      <PageHeader title={TEXT.title(reportId)} />
      <Loaded query={query}>
        {({ report, history }) => (
          <>
            <Facts report={report} onAsk={setAction} />
            <Reported report={report} />
            <History kind="report" subject={reportId} entries={history} onAsk={setAction} />
            <SameCommand command={`aviary report show ${reportId}`} />
          </>
        )}
      </Loaded>
      <ModerationDialog action={action} onClose={() => setAction(undefined)} />
    </Stack>
  )
}

interface FactsProps {
  readonly report: DeskReport
  readonly onAsk: (action: PendingAction) => void
}

function Facts({ report, onAsk }: FactsProps) {
  const { reason, comment, reporter, created_at, closed_at, closed_by, note } = report
  const action = closed_at === null ? decisionOf(report, 'closed') : decisionOf(report, 'open')
  return (
    <Section title={TEXT.facts}>
      <Stack gap="sm">
        {comment === '' ? (
          <Text c="dimmed">{TEXT.noComment}</Text>
        ) : (
          <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{comment}</Text>
        )}
        <Fact label={REPORTS.reason}>{REPORTS.reasons[reason] ?? reason}</Fact>
        <Fact label={REPORTS.reporter}>
          <UserLink id={reporter.id} username={reporter.username} />
        </Fact>
        <Fact label={REPORTS.created}>
          <Time value={created_at} as="date" />
        </Fact>
        {closed_at !== null && (
          <>
            <Fact label={TEXT.closed}>
              <Time value={closed_at} as="date" />
            </Fact>
            <Fact label={TEXT.closedBy}>{closed_by}</Fact>
            <Fact label={TEXT.note}>{note}</Fact>
          </>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onAsk(action)}>
            {action.label}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

function Reported({ report: { user, post } }: { readonly report: DeskReport }) {
  return (
    <Section title={TEXT.object} description={TEXT.objectHelp}>
      <Stack gap="sm">
        {post !== null && (
          <Text
            style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
            {...(post.text === null ? { c: 'dimmed' } : {})}
          >
            {post.text ?? REPORTS.deleted}
          </Text>
        )}
        <Fact label={post === null ? TEXT.user : TEXT.author}>
          {user.name} <UserLink id={user.id} username={user.username} />
        </Fact>
        <Group gap="xs">
          {post !== null && (
            <Button
              size="xs"
              component={Link}
              to="/operator/posts/$postId"
              params={{ postId: post.id } as never}
            >
              {TEXT.openPost}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/operator/users/$userId"
            params={{ userId: user.id } as never}
          >
            {TEXT.openUser}
          </Button>
          <Button
            size="xs"
            variant="default"
            component={Link}
            to="/operator/reports"
            search={
              (post === null ? { state: 'all', user: user.id } : { state: 'all', post: post.id }) as never
            }
          >
            {TEXT.others}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}

/** The action that closes a report, or reopens it. */
function decisionOf({ id }: DeskReport, state: 'open' | 'closed'): PendingAction {
  const isClosing = state === 'closed'
  return {
    label: isClosing ? TEXT.close : TEXT.reopen,
    effects: [isClosing ? TEXT.closeEffect : TEXT.reopenEffect],
    command: (note) =>
      `aviary report ${isClosing ? 'close' : 'reopen'} ${id} --note ${shellWord(note || 'TEXT')}`,
    run: (note) =>
      api.PUT('/console/api/operator/reports/{report_id}/state', {
        params: { path: { report_id: id } },
        body: { state, note },
      }),
  }
}

function UserLink({ id, username }: { readonly id: string; readonly username: string }) {
  return (
    <Anchor component={Link} to="/operator/users/$userId" params={{ userId: id } as never} inherit>
      @{username}
    </Anchor>
  )
}
