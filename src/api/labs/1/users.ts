/** GET labs/1/users: users by id or by name (spec/retired-endpoints.md#labs-v1-calls). */
import { labs1Lookup } from './_lookup.ts'

export const labs1Users = labs1Lookup({
  subject: 'users',
  path: '/labs/1/users',
  summary: 'Up to 100 users by their ids or usernames, in formats; retired on 2020-07-08.',
})
