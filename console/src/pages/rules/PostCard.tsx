import { Group, Mark, Paper, Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { components } from '../../api/schema.d.ts'
import { Time } from '../../components/Time.tsx'
import { POST } from '../../text/rules.ts'

export type RulePost = components['schemas']['ConsoleRulePost']

interface Props {
  readonly post: RulePost
  /** A button to the right of the author. */
  readonly action?: ReactNode
  readonly footer?: ReactNode
}

/** Shows a post, and marks the text that rules match. */
export const PostCard = memo(function PostCard({ post, action, footer }: Props) {
  return (
    <Paper withBorder px="sm" py="xs" component="article">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Text size="sm" miw={0} truncate component="div">
          <b>{post.author.name}</b>{' '}
          <Text span inherit c="dimmed">
            @{post.author.username} · {post.is_repost ? `${POST.reposted} · ` : ''}
            <Time value={post.created_at} />
          </Text>
        </Text>
        {action}
      </Group>
      {post.texts.map(({ username, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the texts of a post do not change.
        <Text key={index} size="sm" mt={4} component="div" style={{ overflowWrap: 'anywhere' }}>
          {username !== post.author.username && (
            <Text span inherit c="dimmed">
              {POST.by(username)}{' '}
            </Text>
          )}
          {pieces(
            text,
            post.marks.filter((mark) => mark.text === index),
          )}
        </Text>
      ))}
      {footer}
    </Paper>
  )
})

function pieces(text: string, marks: RulePost['marks']): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of marks) {
    parts.push(text.slice(at, start), <Mark key={start}>{text.slice(start, end)}</Mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}
