import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { TRY } from '../../../text/rules.ts'
import { PostCard, type RulePost } from '../PostCard.tsx'
import { useRulesSearch } from '../use-rules-search.ts'

const FIRST_SHOWN = 5

/** Lists posts that a tool has found, each with a button that explains its match. */
export function Samples({ posts }: { readonly posts: readonly RulePost[] }) {
  const { change } = useRulesSearch()
  const [isAll, setAll] = useState(false)
  const shown = isAll ? posts : posts.slice(0, FIRST_SHOWN)
  return (
    <Stack gap="xs">
      {shown.map((post) => (
        <PostCard
          key={post.id}
          post={post}
          action={
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={TRY.explainOf(post.author.username)}
              onClick={() => change({ tool: 'explain', post: post.id })}
            >
              {TRY.explain}
            </Button>
          }
        />
      ))}
      {posts.length > shown.length && (
        <Button variant="subtle" size="xs" onClick={() => setAll(true)}>
          {TRY.showMore(posts.length - shown.length)}
        </Button>
      )}
    </Stack>
  )
}
