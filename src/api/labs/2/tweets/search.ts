/** GET labs/2/tweets/search: posts of the last seven days (spec/recent-search.md#results). */
import { recentSearch } from '../../../_recent-search.ts'

export const labs2Search = recentSearch('labs', '/labs/2/tweets/search')
