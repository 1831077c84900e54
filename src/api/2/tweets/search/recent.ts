/**
 * GET 2/tweets/search/recent: posts of the last seven days (spec/labs-lookup.md#early-access and
 * spec/recent-search.md#results).
 */
import { searchCall } from '../../../_search/search-endpoint.ts'

export const v2RecentSearch = searchCall({
  generation: '2',
  reach: 'recent',
  path: '/2/tweets/search/recent',
})
