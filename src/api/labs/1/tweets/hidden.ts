/** PUT labs/1/tweets/:id/hidden (spec/retired-endpoints.md#labs-v1-calls). */
import { hideRepliesBy } from '../../../_v2/posting/hidden.ts'
import { FIELD_MISSING } from '../../../_v2/posting/hide-rules.ts'
import { LABS_1_WORDS } from '../_object-params.ts'
import { LABS_1_DIALECT } from '../_view.ts'

export const labs1Hidden = hideRepliesBy(
  {
    generation: 'labs',
    dialect: LABS_1_DIALECT,
    // All users of an app share the budget.
    window: { user: 10, app: 0 },
    words: LABS_1_WORDS,
    showsSince: undefined,
    missing: FIELD_MISSING,
    refuses: ({ repostedId, quotedId, authorId }, userId) =>
      repostedId !== null || quotedId !== null || authorId === userId,
  },
  '/labs/1/tweets/:id/hidden',
)
