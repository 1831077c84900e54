/** Differences between the APIs in the call that hides replies (spec/recent-search.md#hide-replies). */
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
  /** The first day on which `false` shows a hidden reply again; undefined when `false` is never accepted. */
  readonly showsSince: Day | undefined
  /** The error message for a body without `hidden`. */
  readonly missing: string
  /** Additional posts that cannot be hidden; default: none. */
  readonly refuses?: (post: Post, userId: bigint) => boolean
}

/** The rate window. Each user has a budget, even in Labs v2, where other calls have one budget per app. */
const WINDOW: WindowSpec = { user: 50, app: 0, per: 'user' }

/**
 * The first day on which Labs accepts the value `false` (spec/versioning.md#dates). API v2 is newer and has
 * accepted it since its own first day.
 */
const SHOWS_SINCE: Day = '2020-07-13'

/** The error message of Labs for a body without `hidden`. */
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
