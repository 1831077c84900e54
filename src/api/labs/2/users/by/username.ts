/** GET labs/2/users/by/username/:username: one user by name (spec/labs-lookup.md#endpoints). */
import { lookup } from '../../../../_v2/lookups.ts'

export const labs2UserByName = lookup({
  generation: 'labs',
  subject: 'users',
  path: '/labs/2/users/by/username/:username',
  key: 'username',
  summary: 'One user by its username.',
})
