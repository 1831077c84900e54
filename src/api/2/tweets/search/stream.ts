/**
 * GET 2/tweets/search/stream: posts that match the rules of the app, as they are posted
 * (spec/labs-lookup.md#early-access).
 */
import { streamEndpoint } from '../../../_post-stream/endpoint.ts'
import { renderingOf, STREAM_PARAMS } from '../../_stream-params.ts'

export const v2FilterStream = streamEndpoint({
  path: '/2/tweets/search/stream',
  summary: 'Posts that match the rules of the app, as they are posted.',
  product: '2',
  kind: 'filter',
  base: 'https://api.twitter.com/2/problems/',
  params: STREAM_PARAMS,
  rendering: renderingOf,
  needsRulesSince: '2022-05-01',
})
