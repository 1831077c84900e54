/** GET 2/tweets/counts/all: numbers of matching posts of the full archive, by time (spec/v2-posts.md#counts). */
import { countCall } from '../../../_search/count-endpoint.ts'

export const v2FullCounts = countCall('all', '/2/tweets/counts/all')
