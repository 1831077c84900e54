import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '../../../../test/support/api-client.ts'
import { v11Caller } from '../../../../test/support/http/v11-calls.ts'
import { startTestServer } from '../../../../test/support/server.ts'

test('spec/v1-streams-and-lists.md#trends-and-places: trends/closest returns only the world', async (t) => {
  const { url, context } = await startTestServer(t)
  const { status, body } = await v11Caller(
    url,
    (await createTestApp(context)).asApp,
  )('trends/closest.json?lat=1&long=2')
  assert.deepEqual([status, body.length, body[0].name, body[0].woeid], [200, 1, 'Worldwide', 1])
})
