import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { LIVE } from '../../text/rules.ts'
import { PostCard } from '../rules/PostCard.tsx'
import { productSearch, type RuleProduct } from '../rules/products.ts'
import type { LivePost, Row } from './live-rows.ts'

interface Props {
  readonly appId: string
  readonly product: RuleProduct
  readonly rows: readonly Row[]
}

/** Lists posts with the rules that they match, newest first. */
export function LivePosts({ appId, product, rows }: Props) {
  return (
    <Stack gap="xs" role="feed" aria-label={LIVE.posts}>
      {rows.map(({ id, post }) => (
        <Entry key={id} appId={appId} product={product} post={post} />
      ))}
    </Stack>
  )
}

/** The component is memoised, so that an update renders only new posts. */
const Entry = memo(function Entry({
  post,
  ...of
}: Omit<Props, 'rows'> & { readonly post: LivePost | undefined }) {
  if (post === undefined) {
    return (
      <Text size="sm" c="dimmed" component="article" px="sm">
        {LIVE.removed}
      </Text>
    )
  }
  return <PostCard post={post} footer={<Matched {...of} post={post} />} />
})

function Matched({ appId, product, post }: Omit<Props, 'rows'> & { readonly post: LivePost }) {
  return (
    <Group gap="xs" mt={6}>
      {post.rules.map(({ id, value, tag }) => (
        <Group key={id} gap={6} wrap="nowrap" miw={0}>
          <Badge title={value}>{tag === '' ? value : tag}</Badge>
          <Anchor
            size="xs"
            component={Link}
            to="/apps/$appId/rules"
            params={{ appId } as never}
            search={{ ...productSearch(product), edit: id, tool: 'explain', post: post.id } as never}
            aria-label={LIVE.explainOf(tag === '' ? value : tag)}
          >
            {LIVE.explain}
          </Anchor>
        </Group>
      ))}
    </Group>
  )
}
