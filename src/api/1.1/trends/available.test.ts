import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { v11Caller } from '../../../../test/support/http/v11-calls.ts'
import { startTestServer } from '../../../../test/support/server.ts'

test('spec/v1-streams-and-lists.md#trends-and-places: trends/available returns only the world', async (t) => {
  const { url, context } = await startTestServer(t)
  const { status, body } = await v11Caller(
    url,
    (await createTestApp(context)).asApp,
  )('trends/available.json?lat=1&long=2')
  const placeType = { code: 19, name: 'Supername' }
  const world = { name: 'Worldwide', woeid: 1, country: '', countryCode: null, parentid: 0, placeType }
  assert.deepEqual([status, body], [200, [{ ...world, url: 'http://where.yahooapis.com/v1/place/1' }]])
})
