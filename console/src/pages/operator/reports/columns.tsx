import { Stack, Text } from '@mantine/core'
import type { components } from '../../../api/schema.d.ts'
import type { Column } from '../../../components/DataTable.tsx'
import { Time } from '../../../components/Time.tsx'
import { REPORTS } from '../../../text/reports.ts'

export type DeskReport = components['schemas']['ConsoleDeskReport']

export const REPORT_COLUMNS: readonly Column<DeskReport>[] = [
  {
    id: 'object',
    header: REPORTS.object,
    cell: ({ user, post }) => (
      <Stack gap={0} miw={0}>
        <Text span inherit fw={600}>
          @{user.username}
        </Text>
        {post !== null && (
          <Text span inherit fw={400} lineClamp={2} {...(post.text === null ? { c: 'dimmed' } : {})}>
            {post.text ?? REPORTS.deleted}
          </Text>
        )}
      </Stack>
    ),
    sortBy: ({ user }) => user.username,
    width: 'minmax(14rem, 3fr)',
  },
  {
    id: 'reason',
    header: REPORTS.reason,
    cell: ({ reason }) => REPORTS.reasons[reason] ?? reason,
    sortBy: ({ reason }) => reason,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'comment',
    header: REPORTS.comment,
    cell: ({ comment }) => (
      <Text span inherit lineClamp={2}>
        {comment}
      </Text>
    ),
    width: 'minmax(10rem, 2fr)',
  },
  {
    id: 'reporter',
    header: REPORTS.reporter,
    cell: ({ reporter }) => `@${reporter.username}`,
    sortBy: ({ reporter }) => reporter.username,
    width: 'minmax(8rem, 1fr)',
  },
  {
    id: 'created',
    header: REPORTS.created,
    cell: ({ created_at }) => <Time value={created_at} as="date" />,
    sortBy: ({ created_at }) => created_at,
    width: '13rem',
  },
]
