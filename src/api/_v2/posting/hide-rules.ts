/** Differences between the APIs in hiding replies (spec/recent-search.md#hide-replies). */
import type { Post } from '../../../domain/posts/post.ts'
import type { WindowSpec } from '../../../http/endpoint.ts'
import { DIALECTS } from '../lookups.ts'
import type { Generation } from '../parameters.ts'
import type { V2Dialect } from '../partial-errors.ts'
import type { ErrorWords } from '../validation-errors.ts'

export interface HideRules {
  readonly generation: Generation
  readonly dialect: V2Dialect
  readonly window: WindowSpec
  readonly words?: ErrorWords
  /** Accepted values of `hidden`. */
  readonly values: readonly boolean[]
  /** The message for a body without `hidden`. */
  readonly missing: string
  /** Additional posts that cannot be hidden; default: none. */
  readonly refuses?: (post: Post, userId: bigint) => boolean
}

/** The budget belongs to the user, also in Labs v2. */
const WINDOW: WindowSpec = { user: 50, app: 0, per: 'user' }

const BOTH = [true, false] as const

/** The text of Labs for a body without `hidden`. */
export const FIELD_MISSING = 'Field hidden can not be empty'

export const HIDE_RULES: Readonly<Record<Generation, HideRules>> = {
  labs: { generation: 'labs', dialect: DIALECTS.labs, window: WINDOW, values: BOTH, missing: FIELD_MISSING },
  '2': {
    generation: '2',
    dialect: DIALECTS['2'],
    window: WINDOW,
    values: BOTH,
    missing: 'Request parameter `hidden` can not be empty',
  },
}
