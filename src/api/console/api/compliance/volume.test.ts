/** GET /console/api/compliance/volume; the counts are tested in test_events.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { createAccount } from '../../../../../test/support/streams/compliance-stream.ts'

test('404/stream-not-found without a stream; for every unit, the response has the oldest time', async (t) => {
  const server = await startTestServer(t)
  await createAccount(server.context)
  const own = await ConsoleClient.signedIn(server)
  const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
  const missing = await other.get('/compliance/volume')
  assert.deepEqual([missing.status, missing.body.reason], [404, 'stream-not-found'])
  for (const [unit, hours] of [
    ['minute', 3],
    ['hour', 72],
    ['day', 62 * 24],
  ] as const) {
    const { body } = await own.get(`/compliance/volume?unit=${unit}`)
    assert.equal(body.unit, unit)
    assert.ok(
      body.now - body.oldest <= hours * 3_600_000 && body.now - body.oldest > (hours - 25) * 3_600_000,
    )
  }
  await t.test('400/field-invalid for an unknown unit', () =>
    refused(own.get('/compliance/volume?unit=week'), 400, 'field-invalid'),
  )
})
