/** GET 2/users/:id/followers, which today's clients use (spec/labs-lookup.md#pages-of-followers). */
import { followerIds } from '../../../domain/graph/id-page.ts'
import { userPages } from '../../_v2/user-pages.ts'

export const v2UsersFollowers = userPages({
  path: '/2/users/:id/followers',
  summary: 'The users who follow a user, newest first.',
  read: followerIds,
})
