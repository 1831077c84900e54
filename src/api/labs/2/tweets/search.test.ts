import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSearch, testRecentSearch } from '../../../../../test/support/streams/recent-search.ts'
import { changeLabsEnrolment } from '../../../../domain/apps/enrolment.ts'

testRecentSearch('/labs/2/tweets/search', 'labs-2-search', /labs\/2\/problems\/usage-capped$/)

test('403/3 an app that is removed from Labs', async (t) => {
  const stage = await openSearch(t, 'sqlite')
  await changeLabsEnrolment(stage.context, stage.app.appId, false)
  const { status, json } = await stage.get('/labs/2/tweets/search', { query: 'owl' })
  assert.deepEqual([status, json.reason], [403, 'client-not-enrolled'])
})
