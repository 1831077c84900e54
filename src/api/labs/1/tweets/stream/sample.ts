/** GET labs/1/tweets/stream/sample (spec/post-streams.md#sampled-stream). */
import { streamEndpoint } from '../../../../_post-stream/endpoint.ts'
import { renderingOf, STREAM_PARAMS } from '../../_stream-params.ts'

export const labs1SampleStream = streamEndpoint({
  path: '/labs/1/tweets/stream/sample',
  summary: 'About 1 % of all public posts, as they are posted: the same sample for all clients.',
  product: 'labs-1',
  kind: 'sample',
  base: 'https://api.twitter.com/labs/1/problems/',
  params: STREAM_PARAMS,
  rendering: renderingOf,
})
