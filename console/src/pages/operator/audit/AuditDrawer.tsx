import { Drawer, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../../components/CodeBlock.tsx'
import { Time } from '../../../components/Time.tsx'
import { OPERATOR } from '../../../text/operator.ts'
import type { AuditEntry } from './AuditPage.tsx'
import { subjectText } from './columns.tsx'

const TEXT = OPERATOR.audit

interface Props {
  readonly isOpen: boolean
  /** Undefined while the page does not have the entry of the URL. */
  readonly entry: AuditEntry | undefined
  readonly onClose: () => void
}

/** One entry in detail. */
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
      <Fact label={TEXT.time}>
        <Time value={at} as="date" />
      </Fact>
      <Fact label={TEXT.actor}>{actor}</Fact>
      <Fact label={TEXT.action}>{action}</Fact>
      <Fact label={TEXT.subject}>
        {subjectText(subject)}
        {subject.name !== '' && ` (${subject.key})`}
      </Fact>
      <Fact label={TEXT.reason}>
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

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Text size="sm" c="dimmed" w="6rem" component="div">
        {label}
      </Text>
      <Text size="sm" component="div" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}
