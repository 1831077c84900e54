/** GET 2/users/by/username/:username: one user by name (spec/labs-lookup.md#early-access). */
import { lookup } from '../../../_v2/lookups.ts'

export const v2UserByName = lookup({
  generation: '2',
  subject: 'users',
  path: '/2/users/by/username/:username',
  key: 'username',
  summary: 'One user by its username.',
})
