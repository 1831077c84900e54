/** GET labs/1/tweets/stream/filter (spec/post-streams.md#filtered-stream). */
import { streamEndpoint } from '../../../../_post-stream/endpoint.ts'
import { renderingOf, STREAM_PARAMS } from '../../_stream-params.ts'

export const labs1FilterStream = streamEndpoint({
  path: '/labs/1/tweets/stream/filter',
  summary: 'Posts that match the rules of the app, as they are posted.',
  product: 'labs-1',
  kind: 'filter',
  base: 'https://api.twitter.com/labs/1/problems/',
  params: STREAM_PARAMS,
  rendering: renderingOf,
})
