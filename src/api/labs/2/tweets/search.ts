/** GET labs/2/tweets/search: posts of the last seven days (spec/recent-search.md#results). */
import { searchCall } from '../../../_search/search-endpoint.ts'

export const labs2Search = searchCall({ generation: 'labs', reach: 'recent', path: '/labs/2/tweets/search' })
