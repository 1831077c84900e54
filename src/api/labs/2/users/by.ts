/** GET labs/2/users/by: users by name (spec/labs-lookup.md#endpoints). */
import { lookup } from '../../../_v2/lookups.ts'

export const labs2UsersByName = lookup({
  generation: 'labs',
  subject: 'users',
  path: '/labs/2/users/by',
  key: 'usernames',
  summary: 'Up to 100 users by their usernames.',
})
