/** GET 2/tweets/search/recent: posts of the last seven days (spec/labs-lookup.md sections 6 and 7). */
import { recentSearch } from '../../../_recent-search.ts'

export const v2RecentSearch = recentSearch('2', '/2/tweets/search/recent')
