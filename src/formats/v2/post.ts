/** The post object of API v2 (spec/v2-objects.md#post), without what depends on the viewer. */
import type { Post } from '../../domain/posts/post.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { POST_FIELDS } from './post-fields.ts'
import { type Original, shownPost } from './shown-post.ts'

/**
 * A post with those of the fields that are not empty. It depends on no viewer; a post that is no repost depends on
 * nothing but the post.
 * @param original what a repost shows
 * @param day whose API it is; all fields, when left out
 */
export function postObject(
  post: Post,
  fields: FieldSet,
  original?: Original,
  day?: Day,
): Record<string, unknown> {
  return POST_FIELDS.members({ post: shownPost(post, original) }, fields, day)
}
