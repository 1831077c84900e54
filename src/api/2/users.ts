/** GET 2/users: one or many users by id (spec/labs-lookup.md#early-access). */
import { lookup } from '../_v2/lookups.ts'

export const v2User = lookup({
  generation: '2',
  subject: 'users',
  path: '/2/users/:id',
  key: 'id',
  summary: 'One user by its id.',
})

export const v2Users = lookup({
  generation: '2',
  subject: 'users',
  path: '/2/users',
  key: 'ids',
  summary: 'Up to 100 users by their ids.',
})
