/** GET 2/tweets/counts/recent: numbers of matching posts of the last seven days, by time (spec/v2-posts.md#counts). */
import { countCall } from '../../../_search/count-endpoint.ts'

export const v2RecentCounts = countCall('recent', '/2/tweets/counts/recent')
