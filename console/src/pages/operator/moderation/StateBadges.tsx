import { Badge, Group } from '@mantine/core'
import { MODERATION } from '../../../text/moderation.ts'

const TEXT = MODERATION.states

interface Props {
  readonly isProtected?: boolean
  readonly suspendedAt?: number | null
  readonly deactivatedAt?: number | null
  readonly droppedAt?: number | null
  readonly isPinned?: boolean
  readonly countries: readonly string[]
}

/** The state of a user or post, in words. */
export function StateBadges({
  isProtected = false,
  suspendedAt,
  deactivatedAt,
  droppedAt,
  isPinned = false,
  countries,
}: Props) {
  const states = [
    ...(typeof suspendedAt === 'number' ? [TEXT.suspended] : []),
    ...(typeof deactivatedAt === 'number' ? [TEXT.deactivated] : []),
    ...(typeof droppedAt === 'number' ? [TEXT.dropped] : []),
    ...(countries.length > 0 ? [TEXT.withheld(countries)] : []),
    ...(isProtected ? [TEXT.protected] : []),
  ]
  const shown = [...(states.length === 0 ? [TEXT.live] : states), ...(isPinned ? [TEXT.pinned] : [])]
  return (
    <Group gap={4}>
      {shown.map((state) => (
        <Badge key={state} variant="default" tt="none" fw={500}>
          {state}
        </Badge>
      ))}
    </Group>
  )
}
