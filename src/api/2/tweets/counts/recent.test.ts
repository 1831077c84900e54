import assert from 'node:assert/strict'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { testCounts } from '../../../../../test/support/streams/count-suite.ts'
import { projectTest } from '../../../../../test/support/streams/recent-search.ts'

const PATH = '/2/tweets/counts/recent'

testCounts(PATH, slowOnPostgres, async (t, stage) => {
  await t.test('one page has all seven days, by hour', async () => {
    const { json } = await stage.get(PATH, { query: 'owl' })
    assert.ok([168, 169].includes(json.data.length), `${json.data.length} buckets`)
    assert.deepEqual(json.meta, { total_tweet_count: 25 })
  })
})

projectTest(PATH)
