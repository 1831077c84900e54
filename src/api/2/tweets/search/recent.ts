/**
 * GET 2/tweets/search/recent: posts of the last seven days (spec/labs-lookup.md#early-access and
 * spec/recent-search.md#results).
 */
import { recentSearch } from '../../../_recent-search.ts'

export const v2RecentSearch = recentSearch('2', '/2/tweets/search/recent')
