/** GET labs/2/tweets: posts by id, one or many (spec/labs-lookup.md#endpoints). */
import { lookup } from '../../_v2/lookups.ts'

export const labs2Post = lookup({
  generation: 'labs',
  subject: 'posts',
  path: '/labs/2/tweets/:id',
  key: 'id',
  summary: 'One post by its id.',
})

export const labs2Posts = lookup({
  generation: 'labs',
  subject: 'posts',
  path: '/labs/2/tweets',
  key: 'ids',
  summary: 'Up to 100 posts by their ids.',
})
