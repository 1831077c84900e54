/**
 * POST /console/api/compliance/test_events and GET /console/api/compliance/volume: spec/compliance-stream.md#events.
 */
import assert from 'node:assert/strict'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { refused, refusesForeignOrigins } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { Consumer, createAccount, pathOf } from '../../../../../test/support/streams/compliance-stream.ts'

const PATH = '/compliance/test_events'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`a test event arrives only in its partition, as a deletion after which a client can resume, on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine })
    await createAccount(server.context)
    const client = await ConsoleClient.signedIn(server)
    const [third, fourth] = await Promise.all([3, 4].map((each) => Consumer.open(server.url, pathOf(each))))
    assert.ok(third !== undefined && fourth !== undefined)
    const sent = await client.post(PATH, { partition: 3 })
    assert.equal(sent.status, 201)
    const { post_id, user_id, at } = sent.body
    const status = { id_str: post_id, user_id_str: user_id }
    const [message] = (await third.some(1)) as [{ delete: { status: object; timestamp_ms: string } }]
    assert.partialDeepStrictEqual(message, { delete: { status, timestamp_ms: String(at) } })
    await client.post(PATH, { partition: 4 })
    await fourth.some(1)
    assert.doesNotMatch(JSON.stringify(fourth.messages), new RegExp(post_id))
    const resumed = await Consumer.open(server.url, pathOf(3, '&backfill_minutes=5'))
    assert.partialDeepStrictEqual((await resumed.some(1))[0], { delete: { status } })
    for (const each of [third, fourth, resumed]) each.close()

    const { points } = (await client.get('/compliance/volume?unit=minute')).body
    assert.deepEqual(
      points.map(({ name, partition, count }: Record<string, unknown>) => [name, partition, count]),
      [
        ['test', 3, 1],
        ['test', 4, 1],
      ],
    )

    await server.close()
    const again = await startTestServer(t, { config: server.config })
    const { points: stored } = (
      await (await ConsoleClient.signedIn(again)).get('/compliance/volume?unit=hour')
    ).body
    assert.equal(
      stored.reduce((sum: number, { count }: { readonly count: number }) => sum + count, 0),
      2,
      'hours survive a restart',
    )
  })

  test(`problems of test events on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine })
    await createAccount(server.context)
    const own = await ConsoleClient.signedIn(server)
    const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
    await t.test('404/stream-not-found for an account without a stream', () =>
      refused(other.post(PATH, { partition: 1 }), 404, 'stream-not-found'),
    )
    await t.test('400/field-invalid for partition 9 of 8', () =>
      refused(own.post(PATH, { partition: 9 }), 400, 'field-invalid'),
    )
    await refusesForeignOrigins(t, own, [['POST', PATH, { partition: 1 }]])
  })
}
