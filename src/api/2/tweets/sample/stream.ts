/**
 * GET 2/tweets/sample/stream: about 1 % of all public posts as they are posted, the same for all clients
 * (spec/labs-lookup.md#early-access and spec/post-streams.md#sampled-stream).
 */
import { streamEndpoint } from '../../../_post-stream/endpoint.ts'
import { renderingOf, STREAM_PARAMS } from '../../_stream-params.ts'

export const v2SampleStream = streamEndpoint({
  path: '/2/tweets/sample/stream',
  summary: 'About 1 % of all public posts, as they are posted: the same sample for all clients.',
  product: '2',
  kind: 'sample',
  base: 'https://api.twitter.com/2/problems/',
  params: STREAM_PARAMS,
  rendering: renderingOf,
})
