/** The parameter `exclude` of lists of posts (spec/v2-posts.md#timelines). */
import { Type } from 'typebox'
import type { Exclusions } from '../../../domain/posts/read/timelines.ts'
import type { ValidationErrors } from '../validation-errors.ts'
import type { PageFilterParams } from './owned-pages.ts'

const KINDS = ['retweets', 'replies'] as const

export const EXCLUDE_PARAM: PageFilterParams = {
  exclude: {
    schema: Type.Optional(
      Type.Array(Type.Union(KINDS.map((kind) => Type.Literal(kind))), {
        description: 'Kinds of posts to leave out; `replies` are replies to others.',
      }),
    ),
    parse: (text) => text,
  },
}

/** Reads {@link EXCLUDE_PARAM}; errors go to `errors`. */
export function readExclusions(errors: ValidationErrors): Exclusions {
  const kinds = errors.choices('exclude', KINDS)
  return { excludeReposts: kinds.includes('retweets'), excludeReplies: kinds.includes('replies') }
}
