import { Drawer, Stack, Text } from '@mantine/core'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Fact } from '../../../components/Fact.tsx'
import { Time } from '../../../components/Time.tsx'
import { OPERATOR } from '../../../text/operator.ts'
import type { AuditEntry } from './audit-entry.ts'
import { subjectText } from './columns.tsx'

const TEXT = OPERATOR.audit

interface Props {
  readonly isOpen: boolean
  /** Undefined while the page has not loaded the entry that the URL names. */
  readonly entry: AuditEntry | undefined
  readonly onClose: () => void
}

/** Shows the details of an entry of the audit log. */
export function AuditDrawer({ isOpen, entry, onClose }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="lg"
      title={TEXT.entry}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {entry === undefined ? <Text size="sm">{TEXT.notFound}</Text> : <Content entry={entry} />}
    </Drawer>
  )
}

function Content({
  entry: { id, at, actor, action, subject, reason, details },
}: {
  readonly entry: AuditEntry
}) {
  return (
    <Stack gap="md">
      <Fact labelWidth="6rem" label={TEXT.time}>
        <Time value={at} as="date" />
      </Fact>
      <Fact labelWidth="6rem" label={TEXT.actor}>
        {actor}
      </Fact>
      <Fact labelWidth="6rem" label={TEXT.action}>
        {action}
      </Fact>
      <Fact labelWidth="6rem" label={TEXT.subject}>
        {subjectText(subject)}
        {subject.name !== '' && ` (${subject.key})`}
      </Fact>
      <Fact labelWidth="6rem" label={TEXT.reason}>
        {reason === '' ? (
          <Text span inherit c="dimmed">
            {TEXT.noReason}
          </Text>
        ) : (
          reason
        )}
      </Fact>
      <CodeBlock label={TEXT.details} code={JSON.stringify({ id, ...details }, undefined, 2)} isWrapped />
    </Stack>
  )
}
