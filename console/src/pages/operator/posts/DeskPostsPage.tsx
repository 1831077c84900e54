import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { MODERATION } from '../../../text/moderation.ts'
import { FinderPage } from '../moderation/FinderPage.tsx'
import { POST_COLUMNS } from '../moderation/post-columns.tsx'

const TEXT = MODERATION.posts

export function DeskPostsPage() {
  const { q } = useSearch({ from: '/shell/operator/posts' })
  const navigate = useNavigate({ from: '/operator/posts' })
  const filters = q === undefined ? {} : { q }
  const posts = useInfiniteQuery({
    queryKey: ['operator', 'posts', filters],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/posts', {
          params: { query: { ...filters, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => posts.data?.pages.flatMap((page) => page.posts) ?? [], [posts.data])
  const id = q !== undefined && /^\d+$/.test(q) ? q : 'ID'
  return (
    <FinderPage
      text={TEXT}
      query={posts}
      rows={rows}
      columns={POST_COLUMNS}
      q={q}
      onQuery={(text) => void navigate({ search: text === '' ? {} : { q: text }, replace: true })}
      onSelect={(post) =>
        void navigate({ to: '/operator/posts/$postId', params: { postId: post.id } as never })
      }
      empty={
        q === undefined ? (
          <EmptyState title={TEXT.empty}>{TEXT.emptyAdvice}</EmptyState>
        ) : (
          <EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>
        )
      }
      command={`aviary post show ${id}`}
    />
  )
}
