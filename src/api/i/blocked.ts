/** GET /i/blocked: the users whom a member blocks (spec/pages.md#own-lists). */
import { blockedIds } from '../../domain/graph/id-page.ts'
import { ownUsersPage } from '../_network/own-users.ts'

export const blockedPage = ownUsersPage({
  path: '/i/blocked',
  title: 'Blocked users',
  summary: 'The page of the users whom a member blocks, the newest first.',
  about: 'They cannot follow you, and you do not see their posts.',
  empty: 'You block no user. The button “Block” is on the page of each user.',
  page: blockedIds,
  acts: [{ act: 'unblock', text: 'Unblock' }],
})
