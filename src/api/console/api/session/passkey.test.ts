/** POST /console/api/session/passkey: spec/console.md#passkeys. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient } from '../../../../../test/support/console/console.ts'
import { ENGINES, type Hooks, shareInSuite } from '../../../../../test/support/engines.ts'
import { type Mistakes, TestAuthenticator } from '../../../../../test/support/oauth/authenticator.ts'
import { addressUrl, addTestPasskey, signInOptionsOf } from '../../../../../test/support/oauth/passkeys.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { startTestServer } from '../../../../../test/support/server.ts'
import { TestClock } from '../../../../../test/support/test-clock.ts'
import { once } from '../../../../db/query.ts'
import { changeConsolePassword } from '../../../../domain/console/console-account.ts'
import { hasConsoleCredentials } from '../../../../domain/console/links.ts'
import { listConsoleUsers } from '../../../../domain/console/list-users.ts'
import { CHALLENGE_MS } from '../../../../domain/console/passkeys/challenges.ts'
import { MAX_FAILED_TRIES } from '../../../_password-checks.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const start = async (t: Hooks) => {
    const clock = new TestClock(Date.UTC(2026, 0, 5, 12))
    return { ...(await startTestServer(t, { engine, clock })), clock }
  }
  let made = 0
  const begin = async (server: Awaited<ReturnType<typeof start>>) => {
    const { url } = server
    // The users of a server have different addresses, and their passkeys have different ids.
    made += 1
    const email = `ada${made}@example.org`
    const { cookie } = await ConsoleClient.signedIn(server, { email })
    const client = new ConsoleClient(url, cookie?.split('=')[1])
    const { authenticator, passkey } = await addTestPasskey(client, url, `Laptop ${made}`)
    const options = () => signInOptionsOf(url)
    const send = (credential: object, browser = new ConsoleClient(url)) =>
      browser.post('/session/passkey', { credential })
    const signIn = async (mistakes?: Mistakes, by = authenticator) =>
      send(by.signIn(await options(), mistakes))
    return { ...server, email, client, authenticator, passkey, options, send, signIn }
  }

  describe(`sign-in by passkey on ${engine}`, () => {
    /** One server for all tests that neither move the clock, count attempts nor use all rows of a table. */
    const shared = shareInSuite(start)

    test('a passkey signs in and its last use is stored; a removed passkey does not sign in', async (t) => {
      const { client, email, passkey, signIn, send, options, authenticator, url } = await begin(
        await shared(),
      )
      const browser = new ConsoleClient(url)
      const { status, body } = await send(authenticator.signIn(await options()), browser)
      assert.deepEqual([status, body.user.email], [201, email])
      assert.equal((await browser.get('/session')).status, 200)
      assert.equal((await client.get('/passkeys')).body.passkeys[0].used_at, '2026-01-05T12:00:00.000Z')
      await client.delete(`/passkeys/${passkey.id}`, {})
      await t.test('401/passkey-unknown', async () => {
        const { status, body } = await signIn()
        assert.deepEqual([status, body.reason], [401, 'passkey-unknown'])
      })
      // Sessions that the passkey opened continue until the user ends them.
      assert.equal((await browser.get('/session')).status, 200)
    })

    test('401/passkey-unknown for an unknown passkey, and for a passkey of a deleted user', async (t) => {
      const { context, signIn, url } = await begin(await start(t))
      const foreign = await signIn(undefined, new TestAuthenticator(url, 'foreign'))
      assert.deepEqual([foreign.status, foreign.body.reason], [401, 'passkey-unknown'])
      await context.store.write(async (tx) => {
        await tx.run(
          once((k) => k.deleteFrom('console_sessions')),
          {},
        )
        await tx.run(
          once((k) => k.deleteFrom('console_passkeys')),
          {},
        )
        await tx.run(
          once((k) => k.deleteFrom('console_users')),
          {},
        )
      })
      assert.equal((await signIn()).body.reason, 'passkey-unknown')
    })

    test('an operator lists passkeys, and removes them together with a change of the password', async (t) => {
      const { context, client, email, signIn } = await begin(await start(t))
      const ada = async () =>
        (await listConsoleUsers(context.store, undefined, { after: undefined, count: 10 })).items[0]
      assert.deepEqual([(await ada())?.hasPassword, (await ada())?.passkeyCount], [true, 1])
      await changeConsolePassword(context, email, 'battery staple')
      assert.equal((await client.get('/session')).status, 401)
      assert.equal((await signIn()).status, 201)
      const options = { removePasskeys: true }
      await changeConsolePassword(context, email, 'another staple', options)
      assert.equal((await ada())?.passkeyCount, 0)
      assert.equal((await signIn()).body.reason, 'passkey-unknown')
    })

    test('a user with a passkey counts as a user who can sign in, so that no link is printed', async (t) => {
      const { context } = await begin(await start(t))
      const forget = once((k) => k.updateTable('console_users').set({ password_hash: '' }))
      await context.store.write((tx) => tx.run(forget, {}))
      assert.equal(await hasConsoleCredentials(context), true)
      await context.store.write((tx) =>
        tx.run(
          once((k) => k.deleteFrom('console_passkeys')),
          {},
        ),
      )
      assert.equal(await hasConsoleCredentials(context), false)
    })

    test('responses of another key or site are refused, and a right response is accepted afterwards', async (t) => {
      const { signIn, url, authenticator, options, send } = await begin(await shared())
      const wrong: readonly (readonly [string, Mistakes])[] = [
        ['another origin', { origin: 'https://evil.example' }],
        ['another relying party', { host: 'evil.example' }],
        ['an answer of a registration', { type: 'webauthn.create' }],
        ['a user who was not verified', { isVerified: false }],
        ['the handle of another user', { userHandle: 'MQ' }],
        ['an answer without a handle', { userHandle: '' }],
      ]
      for (const [title, mistakes] of wrong) {
        await t.test(`401/passkey-refused for ${title}`, async () => {
          const { status, body } = await signIn(mistakes)
          assert.deepEqual([status, body.reason], [401, 'passkey-refused'])
        })
      }
      await t.test('401/passkey-refused for the signature of another key', async () => {
        const other = new TestAuthenticator(url, 'other')
        assert.equal((await signIn({ id: authenticator.id }, other)).body.reason, 'passkey-refused')
      })
      await t.test('400/field-invalid', async () => {
        const answer = authenticator.signIn(await options())
        const { body } = await send({ ...answer, response: { ...answer.response, signature: '%' } })
        assert.deepEqual([body.reason, body.field], ['field-invalid', 'credential.response.signature'])
      })
      await t.test('403/foreign-origin', async () => {
        const body = { credential: authenticator.signIn(await options()) }
        const foreign = { origin: 'https://evil.example' }
        const answer = await new ConsoleClient(url).call('POST', '/session/passkey', body, foreign)
        assert.equal(answer.body.reason, 'foreign-origin')
      })
      assert.equal((await signIn()).status, 201)
    })

    test('409/challenge-invalid for a challenge that was used, is old, or has another purpose', async (t) => {
      const { client, clock, authenticator, options, send } = await begin(await start(t))
      const refused = async (credential: object) => {
        const { status, body } = await send(credential)
        assert.deepEqual([status, body.reason], [409, 'challenge-invalid'])
      }
      const first = await options()
      const answer = authenticator.signIn(first)
      const answers = await Promise.all([send(answer), send(answer)])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409])
      await refused(authenticator.signIn(first))
      const old = await options()
      clock.step(CHALLENGE_MS)
      await refused(authenticator.signIn(old))
      const registration = await client.post('/passkeys/options', { current_password: 'correct horse' })
      await refused(authenticator.signIn(registration.body.options))
    })

    test('403/passkey-copied for a counter that has not increased; authenticators without a counter are accepted', async () => {
      const { authenticator, signIn, client, url } = await begin(await shared())
      authenticator.counter = 5
      assert.equal((await signIn()).status, 201)
      for (const counter of [5, 4]) {
        authenticator.counter = counter
        const { status, body } = await signIn()
        assert.deepEqual([status, body.reason], [403, 'passkey-copied'])
      }
      authenticator.counter = 0
      assert.equal((await signIn()).body.reason, 'passkey-copied')
      authenticator.counter = 6
      assert.equal((await signIn()).status, 201)
      const { options } = (await client.post('/passkeys/options', { current_password: 'correct horse' })).body
      const uncounted = new TestAuthenticator(url, 'uncounted')
      uncounted.counter = 0
      await client.post('/passkeys', { name: 'Uncounted', credential: uncounted.register(options) })
      for (const _ of [1, 2]) assert.equal((await signIn(undefined, uncounted)).status, 201)
    })

    test('429/too-many-tries after failed attempts, with the time to wait', async (t) => {
      const { signIn } = await begin(await start(t))
      for (let count = 0; count < MAX_FAILED_TRIES.pair; count += 1)
        assert.equal((await signIn({ host: 'evil.example' })).status, 401)
      const { status, headers } = await signIn()
      assert.equal(status, 429)
      assert.ok(Number(headers.get('retry-after')) > 0)
    })

    test('409/passkeys-unavailable at an IP address', async () => {
      const { url, authenticator, options, send } = await begin(await shared())
      const numbers = new ConsoleClient(addressUrl(url))
      const { status, body } = await send(authenticator.signIn(await options()), numbers)
      assert.deepEqual([status, body.reason], [409, 'passkeys-unavailable'])
    })

    test('the options are the same for all users', async () => {
      const { options } = await begin(await shared())
      const { challenge, ...rest } = JSON.parse(JSON.stringify(await options()))
      assert.equal(Buffer.from(challenge, 'base64url').length, 54)
      assert.deepEqual(rest, { rpId: 'localhost', timeout: CHALLENGE_MS, userVerification: 'required' })
    })
  })
}
