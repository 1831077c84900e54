/** GET blocks/list: users that the user blocks, newest first (spec/followers.md#companions). */
import { blockedIds } from '../../../domain/graph/id-page.ts'
import { ownUsers } from '../_own-lists.ts'

export const blocksList = ownUsers({
  path: '/1.1/blocks/list.json',
  summary: 'Users that the user blocks, newest first, 20 a page.',
  page: blockedIds,
})
