/** GET /i/muted: the users whom a member mutes (spec/pages.md#own-lists). */
import { mutedIds } from '../../domain/graph/id-page.ts'
import { ownUsersPage } from '../_network/own-users.ts'

export const mutedPage = ownUsersPage({
  path: '/i/muted',
  title: 'Muted users',
  summary: 'The page of the users whom a member mutes, the newest first.',
  about: 'Their posts are not in your timelines. They do not know it.',
  empty: 'You mute no user. The button “Mute” is on the page of each user.',
  page: mutedIds,
  acts: [{ act: 'unmute', text: 'Unmute' }],
})
