import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBoth } from '../../../../../test/support/part.ts'
import { openSearch, testRecentSearch } from '../../../../../test/support/streams/recent-search.ts'

testRecentSearch('/2/tweets/search/recent', '2', /\/2\/problems\/usage-capped$/, onBoth)

test('403/3 an app without a project', async (t) => {
  const stage = await openSearch(t, 'sqlite', false)
  const { status, json } = await stage.get('/2/tweets/search/recent', { query: 'owl' })
  assert.deepEqual([status, json.reason], [403, 'client-not-enrolled'])
})
