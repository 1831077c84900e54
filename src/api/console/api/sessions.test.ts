/** /console/api/sessions: spec/console.md#console-accounts. */
import assert from 'node:assert/strict'
import { ConsoleClient, CONSOLE_PASSWORD as password } from '../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { createOneUser } from '../../../../test/support/users.ts'
import { createApp } from '../../../domain/apps/create-app.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`403/foreign-origin for another site; a user lists their own sessions and ends all of them, on ${engine}`, async (t) => {
    const server = await startTestServer(t, { engine })
    const email = 'ada@example.org'
    const first = await ConsoleClient.signedIn(server, { email })
    const otherUser = await ConsoleClient.signedIn(server)
    const second = new ConsoleClient(server.url)
    await second.call('POST', '/session', { email, password }, { 'user-agent': 'Second/1.0' })
    const { sessions } = (await second.get('/sessions')).body
    const shown = sessions.map((each: { browser: string; is_current: boolean }) => [
      each.browser,
      each.is_current,
    ])
    assert.deepEqual(shown, [
      ['Second/1.0', true],
      ['Test', false],
    ])
    assert.doesNotMatch(JSON.stringify(sessions), /hash|cookie/)
    const foreign = await second.call('DELETE', '/sessions', undefined, { origin: 'https://evil.example' })
    assert.equal(foreign.body.reason, 'foreign-origin')
    assert.equal((await second.delete('/sessions')).status, 204)
    assert.equal(second.cookie, undefined)
    assert.equal((await first.get('/session')).status, 401)
    assert.equal((await otherUser.get('/session')).status, 200)
  })
  test(`live pages close as soon as their session ends, before the check that runs every 15 seconds, on ${engine}`, async (t) => {
    // The clock does not advance, so no periodic check runs.
    const server = await startTestServer(t, { engine, clock: new TestClock(Date.UTC(2026, 0, 5, 12)) })
    const { id: userId } = await createOneUser(server.context)
    const { appId } = await createApp(server.context, { name: 'Live', ownerId: userId, permissions: 'read' })
    const email = 'ada@example.org'
    await ConsoleClient.signedIn(server, { email, userId })
    const open = async () => {
      const client = new ConsoleClient(server.url)
      await client.post('/session', { email, password })
      const headers = { cookie: client.cookie ?? '' }
      const url = `${server.url}/console/api/apps/${appId}/requests/stream`
      const response = await fetch(url, { headers, signal: AbortSignal.timeout(20_000) })
      assert.equal(response.status, 200)
      return { client, whole: response.text() }
    }
    const ending = /event: reconnect\ndata: \{"reason":"session-ended"\}/
    const [everywhere, elsewhere] = [await open(), await open()]
    await everywhere.client.delete('/sessions')
    assert.match(await everywhere.whole, ending)
    assert.match(await elsewhere.whole, ending)
    const [kept, ended] = [await open(), await open()]
    const change = { current_password: password, password: 'battery staple' }
    assert.equal((await kept.client.put('/account', change)).status, 204)
    assert.match(await ended.whole, ending)
    assert.equal((await kept.client.get('/session')).status, 200)
    await kept.client.post('/session', { email, password: 'battery staple' })
    assert.match(await kept.whole, ending)
  })
}
