/** PUT /console/api/account: spec/console.md#console-accounts. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient, CONSOLE_PASSWORD as PASSWORD } from '../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../test/support/engines.ts'
import { openPasskeyOnly } from '../../../../test/support/oauth/passkeys.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { findConsoleLogin } from '../../../domain/console/console-account.ts'
import { createConsoleLink } from '../../../domain/console/links.ts'
import { must } from '../../../lib/assert.ts'
import { MAX_FAILED_TRIES } from '../../_password-checks.ts'
import { RECENT_SIGN_IN_MS } from '../_require-password.ts'

const EMAIL = 'ada@example.org'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`console accounts on ${engine}`, () => {
    test('after a change, only the new password and address sign in, and other sessions end', async (t) => {
      const server = await startTestServer(t, { engine })
      const [own, taken] = [{ email: EMAIL }, { email: 'bob@example.org' }]
      const client = await ConsoleClient.signedIn(server, own)
      await ConsoleClient.signedIn(server, taken)
      const other = new ConsoleClient(server.url)
      await other.post('/session', { ...own, password: PASSWORD })
      const change = { current_password: PASSWORD, password: 'battery staple', email: 'eve@example.org' }
      const refused = async (wrong: object) => {
        const { status, body } = await client.put('/account', { ...change, ...wrong })
        assert.equal((await other.get('/session')).status, 200)
        return [status, body.reason, body.field]
      }
      await t.test('409/email-taken', async () => {
        assert.deepEqual(await refused(taken), [409, 'email-taken', 'email'])
      })
      await t.test('400/email-invalid', async () => {
        assert.deepEqual(await refused({ email: 'nowhere' }), [400, 'email-invalid', 'email'])
      })
      await t.test('400/password-too-short', async () => {
        assert.deepEqual(await refused({ password: 'short' }), [400, 'password-too-short', 'password'])
      })
      assert.equal((await client.put('/account', change)).status, 204)
      assert.equal((await client.get('/session')).body.user.email, 'eve@example.org')
      assert.equal((await other.get('/session')).status, 401)
      const signIn = (email: string, password: string) =>
        new ConsoleClient(server.url).post('/session', { email, password })
      assert.equal((await signIn(EMAIL, 'battery staple')).status, 401)
      assert.equal((await signIn('eve@example.org', PASSWORD)).status, 401)
      assert.equal((await signIn('eve@example.org', 'battery staple')).status, 201)
    })

    test('a change of the password invalidates earlier links; a change of the address does not', async (t) => {
      const server = await startTestServer(t, { engine })
      const client = await ConsoleClient.signedIn(server, { email: EMAIL })
      const login = must(await findConsoleLogin(server.context.store, EMAIL), 'the console user')
      const link = () => createConsoleLink(server.context, login.user)
      const [first, second] = [await link(), await link()]
      const signInBy = (token: string) => new ConsoleClient(server.url).post('/session/link', { token })
      assert.equal(
        (await client.put('/account', { current_password: PASSWORD, email: 'eve@example.org' })).status,
        204,
      )
      assert.equal((await signInBy(first)).status, 201)
      assert.equal(
        (await client.put('/account', { current_password: PASSWORD, password: 'battery staple' })).status,
        204,
      )
      const { status, body } = await signInBy(second)
      assert.deepEqual([status, body.reason], [404, 'link-invalid'])
    })

    test('403/sign-in-too-old for a user with passkeys only, until the next sign-in', async (t) => {
      const { client, clock, authenticator, signInAgain } = await openPasskeyOnly(t, engine)
      clock.step(RECENT_SIGN_IN_MS + 1)
      const change = { email: 'eve@example.org', password: 'battery staple' }
      const { status, body } = await client.put('/account', change)
      assert.deepEqual([status, body.reason], [403, 'sign-in-too-old'])
      assert.equal((await client.get('/session')).body.user.has_password, false)
      await signInAgain(authenticator)
      assert.equal((await client.put('/account', change)).status, 204)
      assert.equal((await client.get('/session')).body.user.has_password, true)
    })

    test('a change requires the origin of the console and the current password', async (t) => {
      const server = await startTestServer(t, { engine })
      const client = await ConsoleClient.signedIn(server, { email: EMAIL })
      const change = (current?: string) =>
        client.put('/account', { password: 'battery staple', current_password: current })
      await t.test('403/foreign-origin', async () => {
        const body = { password: 'battery staple', current_password: PASSWORD }
        const foreign = await client.call('PUT', '/account', body, { 'sec-fetch-site': 'cross-site' })
        assert.equal(foreign.body.reason, 'foreign-origin')
      })
      await t.test('403/password-wrong', async () => {
        const { status, body } = await change()
        assert.deepEqual([status, body.reason], [403, 'password-wrong'])
      })
      await t.test('429/too-many-tries', async () => {
        for (let count = 1; count < MAX_FAILED_TRIES.pair; count += 1)
          assert.equal((await change(`no ${count}`)).status, 403)
        assert.equal((await change(PASSWORD)).status, 429)
      })
    })
  })
}
