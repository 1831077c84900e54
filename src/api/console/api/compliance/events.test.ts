/** GET /console/api/compliance/events: spec/console.md#console-events. */
import assert from 'node:assert/strict'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { refused } from '../../../../../test/support/console/console-suites.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { createAccount } from '../../../../../test/support/streams/compliance-stream.ts'

const PATH = '/compliance/events'

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`a page follows the messages of all partitions, on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine })
    await createAccount(server.context)
    const own = await ConsoleClient.signedIn(server)
    const other = await ConsoleClient.signedIn(server, { accountName: 'other' })
    await t.test('404/stream-not-found for an account without a stream', () =>
      refused(other.get(PATH), 404, 'stream-not-found'),
    )
    const leave = new AbortController()
    const follow = () =>
      fetch(`${server.url}/console/api${PATH}`, {
        headers: { cookie: own.cookie ?? '' },
        signal: leave.signal,
      })
    const answer = await follow()
    assert.equal(answer.status, 200)
    const { post_id } = (await own.post('/compliance/test_events', { partition: 6 })).body
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.includes(post_id)) break
    }
    const [, data = '{}'] = /^event: message\ndata: (.*)$/m.exec(text) ?? []
    const { partition, name, message } = JSON.parse(data)
    assert.deepEqual([partition, name], [6, 'test'])
    assert.match(message, new RegExp(`^\\{"delete":\\{"status":\\{"id":${post_id}`))
    await t.test('429/too-many-readers beyond the limit of a session', async () => {
      const statuses = []
      for (let count = 0; count < 5; count += 1) statuses.push((await follow()).status)
      assert.ok(statuses.includes(429), String(statuses))
    })
    leave.abort()
  })
}
