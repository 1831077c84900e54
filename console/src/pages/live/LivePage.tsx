import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Section } from '../../components/Section.tsx'
import type { LiveEvent } from '../../live/event-lines.ts'
import { LiveStatus } from '../../live/LiveStatus.tsx'
import { useEvents } from '../../live/use-events.ts'
import { LIVE } from '../../text/rules.ts'
import { PostCard, type RulePost } from '../rules/PostCard.tsx'

interface Row {
  /** Undefined for a post that was deleted or hidden. */
  readonly post:
    | (RulePost & {
        readonly rules: readonly { readonly id: string; readonly value: string; readonly tag: string }[]
      })
    | undefined
  readonly id: string
}

/** Posts that the page shows; older ones leave it. */
const MAX_ROWS = 200

export function LivePage() {
  const { appId } = useParams({ from: '/shell/apps/$appId/live' })
  const [rows, setRows] = useState<readonly Row[]>([])
  const [isPaused, setPaused] = useState(false)
  const live = useEvents({
    path: `/console/api/apps/${appId}/live`,
    isEnabled: !isPaused,
    onEvents: (events) => setRows((last) => events.reduce(applied, last).slice(0, MAX_ROWS)),
  })
  const actions = (
    <>
      <LiveStatus live={live} />
      <Button size="xs" variant="default" onClick={() => setPaused((last) => !last)}>
        {isPaused ? LIVE.resume : LIVE.pause}
      </Button>
    </>
  )
  return (
    <Section title={LIVE.title} description={LIVE.description} actions={actions}>
      {rows.length === 0 && <EmptyState title={LIVE.none}>{LIVE.noneAdvice}</EmptyState>}
      <Stack gap="xs" role="feed" aria-label={LIVE.posts}>
        {rows.map(({ id, post }) =>
          post === undefined ? (
            <Text key={id} size="sm" c="dimmed">
              {LIVE.removed}
            </Text>
          ) : (
            <PostCard key={id} post={post} footer={<Rules rules={post.rules} />} />
          ),
        )}
      </Stack>
    </Section>
  )
}

function Rules({ rules }: Pick<NonNullable<Row['post']>, 'rules'>) {
  return (
    <Group gap="xs" mt="xs">
      {rules.map(({ id, value, tag }) => (
        <Badge key={id} variant="light" tt="none">
          {tag === '' ? value : tag}
        </Badge>
      ))}
    </Group>
  )
}

function applied(rows: readonly Row[], { type, data }: LiveEvent): readonly Row[] {
  if (type === 'post') {
    const post: NonNullable<Row['post']> = JSON.parse(data)
    return [{ id: post.id, post }, ...rows.slice(0, MAX_ROWS - 1)]
  }
  if (type !== 'removed') return rows
  const { id }: { readonly id: string } = JSON.parse(data)
  return rows.map((row) => (row.id === id ? { id, post: undefined } : row))
}
