import { Text } from '@mantine/core'
import type { Column } from '../../../components/DataTable.tsx'
import { Time } from '../../../components/Time.tsx'
import { OPERATOR } from '../../../text/operator.ts'
import type { AuditEntry } from './audit-entry.ts'

const TEXT = OPERATOR.audit

export const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'time', header: TEXT.time, cell: ({ at }) => <Time value={at} as="date" />, width: '13rem' },
  { id: 'actor', header: TEXT.actor, cell: ({ actor }) => actor, width: 'minmax(9rem, 1fr)' },
  {
    id: 'action',
    header: TEXT.action,
    cell: ({ action }) => (
      <Text span size="sm" ff="monospace">
        {action}
      </Text>
    ),
    width: 'minmax(10rem, 1fr)',
  },
  {
    id: 'subject',
    header: TEXT.subject,
    cell: ({ subject }) => subjectText(subject),
    width: 'minmax(10rem, 1.3fr)',
  },
  { id: 'reason', header: TEXT.reason, cell: ({ reason }) => reason, width: 'minmax(8rem, 1.5fr)' },
]

/** The subject as text, such as `user @ann` or `post 20`. */
export function subjectText({ kind, key, name }: AuditEntry['subject']): string {
  if (name === '') return `${kind} ${key}`
  return kind === 'user' ? `${kind} @${name}` : `${kind} ${name}`
}
