import { Group, Mark, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { components } from '../../api/schema.d.ts'
import { Time } from '../../components/Time.tsx'

export type RulePost = components['schemas']['ConsoleRulePost']

/** A post with the places that make rules match. */
export function PostCard({ post, footer }: { readonly post: RulePost; readonly footer?: ReactNode }) {
  return (
    <Paper withBorder p="sm" component="article">
      <Group gap="xs">
        <Text size="sm" fw={600}>
          @{post.author.username}
        </Text>
        <Text size="xs" c="dimmed" component="span">
          <Time value={post.created_at} />
        </Text>
      </Group>
      {post.texts.map(({ username, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a post do not change.
        <Text key={index} size="sm" title={`@${username}`}>
          {pieces(
            text,
            post.marks.filter((mark) => mark.text === index),
          )}
        </Text>
      ))}
      {footer}
    </Paper>
  )
}

function pieces(text: string, marks: RulePost['marks']): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push(text.slice(at, start), <Mark key={start}>{text.slice(start, end)}</Mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}
