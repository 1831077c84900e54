/** /console/api/sessions: spec/console.md#console-accounts. */
import assert from 'node:assert/strict'
import { ConsoleClient, CONSOLE_PASSWORD as password } from '../../../../test/support/console.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { startTestServer } from '../../../../test/support/server.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`403/foreign-origin for another site; own sessions are listed, and all end together, on ${engine}`, async (t) => {
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
}
