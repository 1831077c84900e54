/** GET 2/users/:id/following, which today's clients use (spec/labs-lookup.md#pages-of-followers). */
import { friendIds } from '../../../domain/graph/id-page.ts'
import { userPages } from '../../_v2/user-pages.ts'

export const v2UsersFollowing = userPages({
  path: '/2/users/:id/following',
  summary: 'Users that a user follows, newest first.',
  read: friendIds,
})
