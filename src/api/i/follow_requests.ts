/** GET /i/follow_requests: the requests to follow a protected member (spec/pages.md#own-lists). */
import { incomingRequestIds } from '../../domain/graph/id-page.ts'
import { ownUsersPage } from '../_network/own-users.ts'

export const followRequestsPage = ownUsersPage({
  path: '/i/follow_requests',
  title: 'Follow requests',
  summary: 'The page of the requests to follow a protected member, the newest first.',
  about: 'These users ask to follow you. A denied user is not notified.',
  empty: 'No request waits. Only protected users have requests; settings of the profile protect your posts.',
  page: incomingRequestIds,
  acts: [
    { act: 'accept', text: 'Accept', className: 'main' },
    { act: 'deny', text: 'Deny' },
  ],
})
