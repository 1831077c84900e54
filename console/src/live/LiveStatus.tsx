import { Badge, Group, Text } from '@mantine/core'
import { Time } from '../components/Time.tsx'
import { useNow } from '../components/use-now.ts'
import { COMPONENTS } from '../text/components.ts'
import type { Live, LiveState } from './use-events.ts'

const COLORS: Record<LiveState, string> = {
  connecting: 'gray',
  open: 'green',
  waiting: 'yellow',
  paused: 'gray',
  failed: 'red',
}

const TEXTS = COMPONENTS.live

/** Shows the state of a stream of events, in words. */
export function LiveStatus({ live }: { readonly live: Live }) {
  const now = useNow(live.state === 'waiting' ? 500 : undefined)
  return (
    <Group gap="xs" role="status">
      <Badge color={COLORS[live.state]}>{textOf(live, now)}</Badge>
      {live.dropped > 0 && (
        <Text span size="xs" c="dimmed">
          {TEXTS.dropped(live.dropped)}
        </Text>
      )}
      {live.state === 'open' && live.reconnectedAt !== undefined && (
        <Text span size="xs" c="dimmed">
          <Time value={live.reconnectedAt} as="clock" /> {live.isResumed ? TEXTS.resumed : TEXTS.reconnected}
        </Text>
      )}
    </Group>
  )
}

function textOf({ state, retryAt = 0, problem }: Live, now: number): string {
  if (state === 'waiting') return TEXTS.waiting(Math.max(0, Math.ceil((retryAt - now) / 1000)))
  if (state === 'failed') return problem?.message ?? TEXTS.failed
  return TEXTS[state]
}
