/** GET labs/1/tweets: posts by id (spec/retired-endpoints.md#labs-v1-calls). */
import { labs1Lookup } from './_lookup.ts'

export const labs1Posts = labs1Lookup({
  subject: 'posts',
  path: '/labs/1/tweets',
  summary: 'Up to 100 posts by their ids, in formats; retired on 2020-07-08.',
})
