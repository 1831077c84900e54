import { Button, Group, Stack, Text } from '@mantine/core'
import { Time } from '../../../components/Time.tsx'
import { TRY } from '../../../text/rules.ts'
import type { Comparison } from './merge.ts'

interface Props {
  readonly advice: string
  readonly action: string
  readonly onRun: () => void
  readonly isRunning: boolean
  /** Why it cannot run, with the next step; undefined if it can. */
  readonly obstacle: string | undefined
  /** True for a result of another text of the rule. */
  readonly isOutdated: boolean
}

/** The button that runs a tool, and what is to be known before. */
export function RunBar({ advice, action, onRun, isRunning, obstacle, isOutdated }: Props) {
  return (
    <Group gap="sm">
      <Button variant="default" onClick={onRun} loading={isRunning} disabled={obstacle !== undefined}>
        {action}
      </Button>
      <Text size="sm" c="dimmed" flex={1} miw="14rem">
        {obstacle ?? (isOutdated ? TRY.outdated : advice)}
      </Text>
    </Group>
  )
}

interface RangeProps {
  readonly meta: Comparison['meta']
  readonly onOlder: () => void
  readonly isRunning: boolean
}

/** Says which posts were examined when not all were, and offers to continue. */
export function ExaminedRange({ meta, onOlder, isRunning }: RangeProps) {
  return (
    <Stack gap="xs">
      {!meta.is_index_current && (
        <Text size="sm" c="dimmed">
          {TRY.staleIndex}
        </Text>
      )}
      {!meta.is_complete && (
        <Group gap="sm">
          <Text size="sm" c="dimmed" component="div">
            {TRY.partly} <Time value={meta.start_time} as="date" />.
          </Text>
          <Button size="xs" variant="default" onClick={onOlder} loading={isRunning}>
            {TRY.older}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
