import { spaceSuite } from '../../../../test/support/v2-lookup/spaces.ts'

spaceSuite({
  good: ['/spaces/1abc/buyers', '/spaces/1abc/buyers?user.fields=verified'],
  body: { meta: { result_count: 0 } },
  bad: ['/spaces/a-b/buyers', '/spaces/1/buyers?max_results=101'],
  isForUsers: true,
})
