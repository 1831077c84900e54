/** PUT 2/tweets/:id/hidden (spec/recent-search.md#hide-replies). */
import { hideReplies } from '../../_v2/posting/hidden.ts'

export const v2Hidden = hideReplies('2', '/2/tweets/:id/hidden')
