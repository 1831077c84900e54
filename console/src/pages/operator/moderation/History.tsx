import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import type { AuditEntry } from '../audit/audit-entry.ts'
import type { PendingAction } from './ModerationDialog.tsx'

const TEXT = MODERATION.history

interface Props {
  readonly kind: 'user' | 'post' | 'report' | 'app'
  readonly subject: string
  readonly entries: readonly AuditEntry[]
  /** False if the post no longer exists. */
  readonly canUndo?: boolean
  readonly onAsk: (action: PendingAction) => void
}

/**
 * Lists the actions of operators on a user, post, report or app, each with a button that undoes it. The history of a
 * user has changes by the user too.
 */
export function History({ kind, subject, entries, canUndo = true, onAsk }: Props) {
  const isOfUser = kind === 'user'
  return (
    <Section title={TEXT.title} description={isOfUser ? TEXT.helpOfUser : TEXT.help}>
      {entries.length === 0 ? (
        <EmptyState title={isOfUser ? TEXT.noneOfUser : TEXT.none}>
          {isOfUser ? TEXT.noneOfUserAdvice : TEXT.noneAdvice}
        </EmptyState>
      ) : (
        <Stack gap="sm">
          {entries.map((entry) => (
            <Group key={entry.id} justify="space-between" align="flex-start" gap="sm">
              <Stack gap={0} miw={0} flex={1}>
                <Text size="sm" component="div">
                  <b>{entry.action}</b> · {entry.actor} · <Time value={entry.at} as="date" />
                </Text>
                <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {entry.reason}
                </Text>
              </Stack>
              {canUndo && entry.can_undo && (
                <Button size="xs" variant="default" onClick={() => onAsk(undoOf(entry))}>
                  {MODERATION.actions.undo}: {entry.action}
                </Button>
              )}
            </Group>
          ))}
          <Anchor component={Link} to="/operator/audit" search={{ kind, subject } as never} size="sm">
            {TEXT.all}
          </Anchor>
        </Stack>
      )}
    </Section>
  )
}

function undoOf({ id, action }: AuditEntry): PendingAction {
  return {
    label: `${MODERATION.actions.undo}: ${action}`,
    effects: [MODERATION.effects.undone(action)],
    run: (reason) =>
      api.POST('/console/api/operator/audit/{entry_id}/undo', {
        params: { path: { entry_id: id } },
        body: { reason },
      }),
  }
}
