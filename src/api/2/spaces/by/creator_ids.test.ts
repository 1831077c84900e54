import { spaceSuite } from '../../../../../test/support/v2-lookup/spaces.ts'

spaceSuite({
  good: ['/spaces/by/creator_ids?user_ids=1,2'],
  body: { meta: { result_count: 0 } },
  bad: [
    '/spaces/by/creator_ids',
    '/spaces/by/creator_ids?user_ids=x',
    '/spaces/by/creator_ids?user_ids=1&ids=2',
  ],
})
