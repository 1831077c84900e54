/** POST /console/api/passkeys/options: spec/console.md#passkeys. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient, CONSOLE_PASSWORD as password } from '../../../../../test/support/console/console.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { addressUrl, addTestPasskey, openPasskeyOnly } from '../../../../../test/support/oauth/passkeys.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { createConsoleLink, firstConsoleUser } from '../../../../domain/console/links.ts'
import { MAX_PASSKEYS } from '../../../../domain/console/passkeys/passkeys.ts'
import { MAX_FAILED_TRIES } from '../../../_password-checks.ts'
import { RECENT_SIGN_IN_MS } from '../../_require-password.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`registrations of passkeys on ${engine}`, () => {
    test('a session alone is not enough to add a passkey', async (t) => {
      const server = await startTestServer(t, { engine })
      const url = server.url
      const { cookie } = await ConsoleClient.signedIn(server)
      const client = new ConsoleClient(url, cookie?.split('=')[1])
      const ask = (body: object, at = client) => at.post('/passkeys/options', body)
      await t.test('400/field-invalid', async () => {
        assert.equal((await ask({ current_password: 7 })).body.field, 'current_password')
      })
      await t.test('403/foreign-origin', async () => {
        const foreign = { 'sec-fetch-site': 'cross-site' }
        const { body } = await client.call(
          'POST',
          '/passkeys/options',
          { current_password: password },
          foreign,
        )
        assert.equal(body.reason, 'foreign-origin')
      })
      await t.test('409/passkeys-unavailable', async () => {
        const numbers = new ConsoleClient(addressUrl(url), cookie?.split('=')[1])
        assert.equal((await ask({ current_password: password }, numbers)).body.reason, 'passkeys-unavailable')
      })
      await t.test('409/passkeys-too-many', async () => {
        for (let count = 0; count < MAX_PASSKEYS; count += 1)
          await addTestPasskey(client, url, `key ${count}`)
        assert.equal((await ask({ current_password: password })).body.reason, 'passkeys-too-many')
      })
      await t.test('403/password-wrong', async () => {
        const { status, body } = await ask({})
        assert.deepEqual([status, body.reason, body.field], [403, 'password-wrong', 'current_password'])
      })
      await t.test('429/too-many-tries', async () => {
        for (let count = 1; count < MAX_FAILED_TRIES.pair; count += 1) await ask({ current_password: 'no' })
        assert.equal((await ask({ current_password: password })).status, 429)
      })
    })

    test('403/sign-in-too-old when a user has passkeys and no password, and signed in more than 15 minutes ago', async (t) => {
      const { client, clock, authenticator, signInAgain } = await openPasskeyOnly(t, engine)
      const ask = () => client.post('/passkeys/options', {})
      clock.step(RECENT_SIGN_IN_MS)
      assert.equal((await ask()).status, 200)
      clock.step(1)
      const { status, body } = await ask()
      assert.deepEqual([status, body.reason], [403, 'sign-in-too-old'])
      await signInAgain(authenticator)
      assert.equal((await ask()).status, 200)
    })

    test('a user without passkeys and without a password needs no password', async (t) => {
      const { context, url } = await startTestServer(t, { engine })
      const token = await createConsoleLink(context, await firstConsoleUser(context))
      const client = new ConsoleClient(url)
      await client.post('/session/link', { token })
      assert.equal((await client.post('/passkeys/options', {})).status, 200)
    })
  })
}
