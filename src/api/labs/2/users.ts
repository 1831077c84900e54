/** GET labs/2/users: users by id, one or many (spec/labs-lookup.md#endpoints). */
import { lookup } from '../../_v2/lookups.ts'

export const labs2User = lookup({
  generation: 'labs',
  subject: 'users',
  path: '/labs/2/users/:id',
  key: 'id',
  summary: 'One user by its id.',
})

export const labs2Users = lookup({
  generation: 'labs',
  subject: 'users',
  path: '/labs/2/users',
  key: 'ids',
  summary: 'Up to 100 users by their ids.',
})
