import { Button, Group, Stack, Text } from '@mantine/core'
import { Time } from '../../../components/Time.tsx'
import { TRY } from '../../../text/rules.ts'
import type { Comparison } from './merge.ts'

interface Props {
  readonly advice: string
  readonly action: string
  readonly onRun: () => void
  readonly isRunning: boolean
  /** The reason why the tool cannot run, with the next step. Undefined if the tool can run. */
  readonly obstacle: string | undefined
  /** True if the text of the rule has changed since the result. */
  readonly isOutdated: boolean
}

/** The button that runs a tool, with advice. */
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

/** If some posts were not examined, shows the examined range, and a button that examines older posts. */
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
