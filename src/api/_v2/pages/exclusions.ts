/** The parameter `exclude` of lists of posts (spec/v2-posts.md#timelines). */
import { Type } from 'typebox'
import type { Exclusions } from '../../../domain/posts/read/timelines.ts'
import type { ValidationErrors } from '../validation-errors.ts'
import { optional, type PageFilterParams } from './page-params.ts'

const KINDS = ['retweets', 'replies'] as const

export const EXCLUDE_PARAM: PageFilterParams = {
  exclude: optional(
    Type.Array(Type.Union(KINDS.map((kind) => Type.Literal(kind))), {
      description: 'Kinds of posts to leave out; `replies` are replies to others.',
    }),
  ),
}

/** Reads {@link EXCLUDE_PARAM}. Errors are added to `errors`. */
export function readExclusions(errors: ValidationErrors): Exclusions {
  const kinds = errors.choices('exclude', KINDS)
  return { excludeReposts: kinds.includes('retweets'), excludeReplies: kinds.includes('replies') }
}
