/** Differences between the APIs in hiding replies (spec/recent-search.md#hide-replies). */
import type { Post } from '../../../domain/posts/post.ts'
import type { Day } from '../../../formats/fields/day.ts'
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
  /** The first day on which false shows a reply again; undefined when it never does. */
  readonly showsSince: Day | undefined
  /** The message for a body without `hidden`. */
  readonly missing: string
  /** Additional posts that cannot be hidden; default: none. */
  readonly refuses?: (post: Post, userId: bigint) => boolean
}

/** The budget belongs to the user, also in Labs v2. */
const WINDOW: WindowSpec = { user: 50, app: 0, per: 'user' }

/** spec/versioning.md#dates. Earlier than API v2, which has the rule from its first day on. */
const SHOWS_SINCE: Day = '2020-07-13'

/** The text of Labs for a body without `hidden`. */
export const FIELD_MISSING = 'Field hidden can not be empty'

export const HIDE_RULES: Readonly<Record<Generation, HideRules>> = {
  labs: {
    generation: 'labs',
    dialect: DIALECTS.labs,
    window: WINDOW,
    showsSince: SHOWS_SINCE,
    missing: FIELD_MISSING,
  },
  '2': {
    generation: '2',
    dialect: DIALECTS['2'],
    window: WINDOW,
    showsSince: SHOWS_SINCE,
    missing: 'Request parameter `hidden` can not be empty',
  },
}
