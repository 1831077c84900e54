/** /console/api/compliance/connections: spec/console.md#enterprise-console. */
import assert from 'node:assert/strict'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import {
  Consumer,
  createAccount,
  EMAIL,
  pathOf,
} from '../../../../../test/support/streams/compliance-stream.ts'

const PATH = '/compliance/connections'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`an account sees its connections and drops one, on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine })
    await createAccount(server.context)
    const own = await ConsoleClient.signedIn(server, { role: 'user' })
    const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
    const consumer = await Consumer.open(server.url, pathOf(3))
    const sent = await own.post('/compliance/test_events', { partition: 3 })
    assert.equal(sent.status, 201)
    await consumer.some(1)

    const { node, open, past } = (await own.get(PATH)).body
    assert.match(node, /\S/)
    assert.deepEqual(past, [])
    const [connection, ...more] = open
    assert.deepEqual(more, [])
    const { id, opened_at, median_delay_ms, slow_delay_ms, ...facts } = connection
    assert.ok(opened_at > 0 && median_delay_ms >= 1 && slow_delay_ms >= median_delay_ms)
    assert.deepEqual(facts, {
      publisher: 'twitter',
      label: 'prod',
      partition: 3,
      email: EMAIL,
      address: '127.0.0.1',
      delivered: 1,
      lag_ms: 0,
    })
    assert.deepEqual((await other.get(PATH)).body.open, [])
    await t.test('404/connection-not-found for another account, and for an invalid id', async () => {
      for (const path of [`${PATH}/${id}`, `${PATH}/x`])
        await refused(other.delete(path), 404, 'connection-not-found')
    })
    await refusesForeignOrigins(t, own, [['DELETE', `${PATH}/${id}`]])

    assert.equal((await own.delete(`${PATH}/${id}`)).status, 204)
    await consumer.ended
    assert.match(JSON.stringify(consumer.messages.at(-1)), /disconnected in the console/)
    const after = (await own.get(PATH)).body
    assert.deepEqual(after.open, [])
    assert.deepEqual([after.past[0].id, after.past[0].reason], [id, 'dropped'])
  })
}
