import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** Buttons at the right of the heading. */
  readonly actions?: ReactNode
  /** True for tables, which fill the card from edge to edge. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

/** A card with a heading. Pages consist of sections. */
export function Section({ title, description, actions, isFlush = false, children }: Props) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder className={classes['section'] ?? ''}>
      <Group justify="space-between" gap="sm" className={classes['head'] ?? ''}>
        <Stack gap={2} miw={0}>
          <Title order={2} id={id}>
            {title}
          </Title>
          {description !== undefined && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      <div className={isFlush ? classes['flush'] : classes['body']}>{children}</div>
    </Paper>
  )
}
