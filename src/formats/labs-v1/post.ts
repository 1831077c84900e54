/** Renders the post object of Labs v1 (spec/labs-v1.md#formats). post-fields.ts declares its fields. */
import type { PostView } from '../../domain/posts/read/post-view.ts'
import type { Day } from '../fields/day.ts'
import { type PostBody, repostBody, wholeBody } from '../v1.1/post-body.ts'
import type { Format } from './format.ts'
import { POST_FIELDS } from './post-fields.ts'

/** Options for the representation of posts in a response. */
export interface PostOptions {
  readonly format: Format
  /** Day of the API; `DEFAULT_DAY` by default. */
  readonly day?: Day | undefined
  /** True by default. */
  readonly isAnnotated?: boolean
}

/** The post as JSON text. */
export function postText(view: PostView, { format, day, isAnnotated = true }: PostOptions): string {
  return JSON.stringify(POST_FIELDS.object({ view, body: bodyOf(view), format, isAnnotated }, day))
}

/** The text and the entities of a post; for a repost, those of the original. */
function bodyOf({ post, original }: PostView): PostBody {
  return original === undefined ? wholeBody(post) : repostBody(original.post, original.author, post.createdAt)
}
