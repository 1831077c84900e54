/** PUT labs/2/tweets/:id/hidden (spec/recent-search.md#hide-replies). */
import { hideReplies } from '../../../_v2/posting/hidden.ts'

export const labs2Hidden = hideReplies('labs', '/labs/2/tweets/:id/hidden')
