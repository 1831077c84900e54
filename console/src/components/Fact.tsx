import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly label: string
  /** Width of the label, equal for facts below each other. */
  readonly labelWidth?: string
  readonly children: ReactNode
}

/** A label with its value. */
export function Fact({ label, labelWidth = '7rem', children }: Props) {
  return (
    <Group gap="sm" wrap="nowrap" align="baseline">
      <Text size="sm" c="dimmed" w={labelWidth} component="div">
        {label}
      </Text>
      <Text size="sm" component="div" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  )
}
