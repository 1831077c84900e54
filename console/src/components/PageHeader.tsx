import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from './use-page-title.ts'

interface Props {
  readonly title: string
  /** One sentence below the title. */
  readonly description?: ReactNode
  /** Buttons at the right. */
  readonly actions?: ReactNode
}

/** Heading of a page. Also sets the title of the browser window. */
export function PageHeader({ title, description, actions }: Props) {
  usePageTitle(title)
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} miw={0}>
        <Title order={1}>{title}</Title>
        {description !== undefined && (
          <Text c="dimmed" maw="44rem" component="div">
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
