/** Finds the posts to which a post refers (spec/v2-objects.md#post). */
import type { Post } from '../../domain/posts/post.ts'
import type { Original } from './shown-post.ts'

export interface Reference {
  readonly type: 'retweeted' | 'quoted' | 'replied_to'
  readonly id: string
}

/**
 * The posts to which a post refers, with the kind of each reference. A repost refers to the version of the original
 * that it shows.
 */
export function referencesOf(
  { repostedId, quotedId, inReplyToPostId }: Post,
  original?: Original,
): readonly Reference[] {
  const shown = original?.post.id ?? repostedId
  return [
    ...(shown === null ? [] : [{ type: 'retweeted' as const, id: String(shown) }]),
    ...(quotedId === null ? [] : [{ type: 'quoted' as const, id: String(quotedId) }]),
    ...(inReplyToPostId === null ? [] : [{ type: 'replied_to' as const, id: String(inReplyToPostId) }]),
  ]
}
