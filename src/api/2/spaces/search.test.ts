import { spaceSuite } from '../../../../test/support/v2-lookup/spaces.ts'

spaceSuite({
  good: [
    '/spaces/search?query=birds',
    '/spaces/search?query=birds&state=live&max_results=10&space.fields=title',
  ],
  body: { meta: { result_count: 0 } },
  bad: ['/spaces/search', '/spaces/search?query=a&state=x', '/spaces/search?query=a&max_results=101'],
})
