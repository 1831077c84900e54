import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Fact } from '../../../components/Fact.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import { REPORTS } from '../../../text/reports.ts'
import { History } from '../moderation/History.tsx'
import { ModerationDialog, type PendingAction } from '../moderation/ModerationDialog.tsx'
import type { DeskPost } from '../moderation/post-columns.tsx'
import { StateBadges } from '../moderation/StateBadges.tsx'
import { PinPost } from './PinPost.tsx'
import { editAction, type PostReach, postActions } from './post-actions.ts'

const TEXT = MODERATION.post

export function DeskPostPage() {
  const { postId } = useParams({ from: '/shell/operator/posts/$postId' })
  const [action, setAction] = useState<PendingAction>()
  const [isPinning, setPinning] = useState(false)
  const navigate = useNavigate()
  const open = (id: string) =>
    void navigate({ to: '/operator/posts/$postId', params: { postId: id } as never })
  const query = useQuery({
    queryKey: ['operator', 'posts', postId],
    queryFn: () =>
      dataOf(api.GET('/console/api/operator/posts/{post_id}', { params: { path: { post_id: postId } } })),
  })
  return (
    <Stack gap="lg">
      <PageHeader title={TEXT.title(postId)} />
      <Loaded query={query}>
        {({ post, deleted, is_pinned: isPinned, followers, streams, history }) => (
          <>
            {post !== null && (
              <Shown
                post={post}
                isPinned={isPinned}
                reach={{ followers, streams }}
                onAsk={setAction}
                onPin={() => setPinning(true)}
                onEdited={open}
              />
            )}
            {post !== null && isPinning && (
              <PinPost post={post} isPinned={isPinned} onClose={() => setPinning(false)} />
            )}
            {deleted !== null && (
              <Section title={TEXT.state}>
                <EmptyState title={TEXT.deleted}>{TEXT.deletedAdvice}</EmptyState>
                <Fact label={TEXT.deletedAt}>
                  <Time value={deleted.at} as="date" />
                </Fact>
                <Fact label={TEXT.reason}>{deleted.reason}</Fact>
                <Fact label={TEXT.author}>
                  <AuthorLink id={deleted.author.id} username={deleted.author.username} />
                </Fact>
              </Section>
            )}
            <History
              kind="post"
              subject={post?.initial_id ?? postId}
              entries={history}
              canUndo={post !== null}
              onAsk={setAction}
            />
            <SameCommand command={`aviary post show ${postId}`} />
          </>
        )}
      </Loaded>
      <ModerationDialog action={action} onClose={() => setAction(undefined)} />
    </Stack>
  )
}

interface ShownProps {
  readonly post: DeskPost
  readonly isPinned: boolean
  readonly reach: PostReach
  readonly onAsk: (action: PendingAction) => void
  readonly onPin: () => void
  readonly onEdited: (id: string) => void
}

function Shown({ post, isPinned, reach, onAsk, onPin, onEdited }: ShownProps) {
  const edit = post.reposted_id === null ? [editAction(post, reach, onEdited)] : []
  const actions = [...postActions(post, reach), ...edit]
  return (
    <>
      <Section title={TEXT.content}>
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{post.text}</Text>
      </Section>
      <Section title={TEXT.state} description={TEXT.stateHelp}>
        <Stack gap="sm">
          <StateBadges
            droppedAt={post.dropped_at}
            countries={post.withheld_in_countries}
            isPinned={isPinned}
          />
          <Fact label={TEXT.author}>
            <AuthorLink id={post.author.id} username={post.author.username} />
          </Fact>
          <Fact label={TEXT.created}>
            <Time value={post.created_at} as="date" />
          </Fact>
          {post.latest_id !== post.id && (
            <Fact label={TEXT.newest}>
              <Anchor
                component={Link}
                to="/operator/posts/$postId"
                params={{ postId: post.latest_id } as never}
                inherit
              >
                {post.latest_id}
              </Anchor>
            </Fact>
          )}
          <Fact label={TEXT.reach}>
            {TEXT.counts(post.replies, post.reposts, post.likes, post.quotes)}
            {post.media > 0 && `, ${TEXT.media(post.media)}`}
          </Fact>
          <Group gap="xs">
            {actions.map((action) => (
              <Button key={action.label} size="xs" variant="default" onClick={() => onAsk(action)}>
                {action.label}
              </Button>
            ))}
            {post.reposted_id === null && (
              <Button size="xs" variant="default" onClick={onPin}>
                {isPinned ? MODERATION.pin.unpin : MODERATION.pin.pin}
              </Button>
            )}
            <Button
              size="xs"
              variant="default"
              component={Link}
              to="/operator/reports"
              search={{ state: 'all', post: post.initial_id } as never}
            >
              {REPORTS.link}
            </Button>
          </Group>
        </Stack>
      </Section>
    </>
  )
}

function AuthorLink({ id, username }: { readonly id: string; readonly username: string }) {
  return (
    <Anchor component={Link} to="/operator/users/$userId" params={{ userId: id } as never} inherit>
      @{username}
    </Anchor>
  )
}
