/**
 * GET and POST statuses/sample: about 1 % of all public posts as they are posted, the same for all clients
 * (spec/v1-streams-and-lists.md#filter-and-sample).
 */
import { statusStream } from './_stream.ts'
import { STREAM_PARAMS } from './_stream-params.ts'

export const statusesSample = sampleBy('GET')

/** The client twarc 1 connects by POST. */
export const statusesSampleByPost = sampleBy('POST')

function sampleBy(method: 'GET' | 'POST') {
  return statusStream({
    method,
    path: '/1.1/statuses/sample.json',
    summary: 'About 1 % of all public posts, as they are posted: the same sample for all clients.',
    params: STREAM_PARAMS,
    errors: [],
    filter: () => undefined,
  })
}
