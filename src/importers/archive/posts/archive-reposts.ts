/**
 * Converts the reposts of personal archives since 2018. These reposts have a truncated text, and the archive lacks the
 * original post (spec/archives.md#archive-reposts). The id of the original is known only if the repost shows media of
 * the original.
 */
import type { Context } from '../../../domain/context.ts'
import type { PostContent } from '../../../domain/posts/content.ts'
import type { ImportedPost, PostBundle } from '../../../domain/posts/import/imported-post.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import { validIdIn } from '../../id-fields.ts'
import type { Fields } from '../../json-fields.ts'
import { isFields } from '../archive-screen.ts'

/** A post of an archive. If the post is a repost whose original is known, the result contains the original. */
export interface ArchivePost extends PostBundle {
  readonly original?: Original | undefined
  /** True if the post has the text of a repost but lacks the original. */
  readonly isRepost: boolean
}

interface Original {
  readonly id: bigint
  readonly authorId: bigint
}

/** True for the truncated text of a repost that lacks the original. @param post a v1.1 object */
export function isCutRepost(post: Fields): boolean {
  const text = post['full_text'] ?? post['text']
  return typeof text === 'string' && /^RT @\w{1,20}: /.test(text) && !isFields(post['retweeted_status'])
}

/** The original, if its media and the mention in the text name the same author. @throws {DigitsLost} */
export function originalIn(post: Fields): Original | undefined {
  const mentions = membersOf(post, 'entities', 'user_mentions')
  const [medium] = [...membersOf(post, 'extended_entities', 'media'), ...membersOf(post, 'entities', 'media')]
  const id = medium && validIdIn(medium, 'source_status_id')
  const authorId = medium && validIdIn(medium, 'source_user_id')
  const mentioned = mentions[0] && validIdIn(mentions[0], 'id')
  return id === undefined || authorId === undefined || authorId !== mentioned ? undefined : { id, authorId }
}

function membersOf(post: Fields, name: string, kind: string): readonly Fields[] {
  const entities = post[name]
  const list: unknown = isFields(entities) ? entities[kind] : undefined
  return Array.isArray(list) ? list.filter(isFields) : []
}

/**
 * Converts posts to reposts if this server has their originals. Other posts keep their truncated text.
 * @returns the bundles of post and author in unchanged order, and the number of reposts that stay ordinary posts
 */
export async function withOriginals(
  { store }: Pick<Context, 'store'>,
  posts: readonly ArchivePost[],
): Promise<{ readonly bundles: readonly PostBundle[]; readonly plain: number }> {
  const ids = posts.flatMap(({ original }) => original?.id ?? [])
  const found = ids.length === 0 ? new Map() : await findPosts(store, [...new Set(ids)])
  let plain = 0
  const bundles = posts.map((post): PostBundle => {
    const { original, isRepost, ...bundle } = post
    const known = original === undefined ? undefined : found.get(original.id)
    if (original !== undefined && known?.authorId === original.authorId && known.repostedId === null)
      return { ...bundle, posts: bundle.posts.map((each) => repostOf(each, original.id)) }
    if (isRepost) plain += 1
    return bundle
  })
  return { bundles, plain }
}

/**
 * The post as a repost, without its own text, entities and counts, because responses show the text, entities
 * and counts of the original.
 */
function repostOf(post: ImportedPost, originalId: bigint): ImportedPost {
  const { source } = JSON.parse(post.content) as PostContent
  return {
    ...post,
    repostedId: originalId,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    content: JSON.stringify({ text: '', ...(source === undefined ? {} : { source }) }),
    isCutShort: false,
    mentioned: [],
    counts: undefined,
  }
}
