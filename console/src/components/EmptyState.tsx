import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  /** Tells the user what to do next. */
  readonly children?: ReactNode
  /** The button for the next action. */
  readonly action?: ReactNode
  readonly icon?: ReactNode
}

/** Replaces an empty list. */
export function EmptyState({ title, children, action, icon }: Props) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      {icon !== undefined && (
        <Text c="dimmed" component="div" aria-hidden lh={0}>
          {icon}
        </Text>
      )}
      <Title order={3}>{title}</Title>
      {children !== undefined && (
        <Text c="dimmed" maw="32rem" component="div">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
