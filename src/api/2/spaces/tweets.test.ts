import { spaceSuite } from '../../../../test/support/v2-lookup/spaces.ts'

spaceSuite({
  good: ['/spaces/1abc/tweets', '/spaces/1abc/tweets?max_results=10&tweet.fields=lang'],
  body: { meta: { result_count: 0 } },
  bad: ['/spaces/a-b/tweets', '/spaces/1/tweets?max_results=0', '/spaces/1/tweets?tweet.fields=x'],
})
