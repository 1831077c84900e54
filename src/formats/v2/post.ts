/** Renders the post object of API v2 (spec/v2-objects.md#post), without fields that depend on the viewer. */
import type { Post } from '../../domain/posts/post.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { POST_FIELDS } from './post-fields.ts'
import { type Original, shownPost } from './shown-post.ts'

/**
 * A post with its fields that are not empty. The values depend on the post, on the original of a repost and on the day,
 * but not on the viewer.
 * @param original the post that a repost shows
 * @param day day of the API; when undefined, the requested fields of every day are included
 */
export function postObject(
  post: Post,
  fields: FieldSet,
  original?: Original,
  day?: Day,
): Record<string, unknown> {
  return POST_FIELDS.members({ post: shownPost(post, original) }, fields, day)
}
