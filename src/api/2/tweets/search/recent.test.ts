import { onBoth } from '../../../../../test/support/part.ts'
import { projectTest, testRecentSearch } from '../../../../../test/support/streams/recent-search.ts'

testRecentSearch('/2/tweets/search/recent', '2', /\/2\/problems\/usage-capped$/, onBoth)

projectTest('/2/tweets/search/recent')
