/** GET 2/tweets/search/all: posts of the full archive (spec/v2-posts.md#search-calls). */
import { searchCall } from '../../../_search/search-endpoint.ts'

export const v2FullSearch = searchCall({ generation: '2', reach: 'all', path: '/2/tweets/search/all' })
