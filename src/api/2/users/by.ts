/** GET 2/users/by: users by name (spec/labs-lookup.md#early-access). */
import { lookup } from '../../_v2/lookups.ts'

export const v2UsersByName = lookup({
  generation: '2',
  subject: 'users',
  path: '/2/users/by',
  key: 'usernames',
  summary: 'Up to 100 users by their usernames.',
})
