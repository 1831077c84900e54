/** /console/api/passkeys: spec/console.md#passkeys. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { ConsoleClient, CONSOLE_PASSWORD as password } from '../../../../test/support/console/console.ts'
import { ENGINES, type Hooks, shareInSuite } from '../../../../test/support/engines.ts'
import { type Mistakes, TestAuthenticator } from '../../../../test/support/oauth/authenticator.ts'
import { addressUrl, addTestPasskey, openPasskeyOnly } from '../../../../test/support/oauth/passkeys.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { startTestServer } from '../../../../test/support/server.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { CHALLENGE_MS } from '../../../domain/console/passkeys/challenges.ts'
import { MAX_PASSKEYS } from '../../../domain/console/passkeys/passkeys.ts'
import { beginRegistration, registerPasskey } from '../../../domain/console/passkeys/register-passkey.ts'
import { RECENT_SIGN_IN_MS } from '../_require-password.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const start = async (t: Hooks) => {
    const clock = new TestClock(Date.UTC(2026, 0, 5, 12))
    return { ...(await startTestServer(t, { engine, clock })), clock }
  }
  let made = 0
  const begin = async (server: Awaited<ReturnType<typeof start>>) => {
    const { url } = server
    const browser = async (email?: string) => {
      const { cookie } = await ConsoleClient.signedIn(server, email === undefined ? {} : { email })
      return new ConsoleClient(url, cookie?.split('=')[1])
    }
    // The id of a test passkey is made from its name, and a server refuses an id that it has already.
    made += 1
    return { ...server, browser, client: await browser(), laptop: `Laptop ${made}` }
  }

  describe(`passkeys of the console on ${engine}`, () => {
    /** One server for all tests that do not move the clock. */
    const shared = shareInSuite(start)

    test('a passkey is registered, listed without its public key, renamed and removed', async () => {
      const { client, url } = await begin(await shared())
      assert.deepEqual((await client.get('/passkeys')).body, { passkeys: [] })
      const { passkey } = await addTestPasskey(client, url, ' Laptop ')
      const { id, ...rest } = JSON.parse(JSON.stringify(passkey))
      assert.match(id, /^[\w-]{43}$/)
      assert.deepEqual(rest, {
        name: 'Laptop',
        created_at: '2026-01-05T12:00:00.000Z',
        used_at: null,
        host: 'localhost',
      })
      assert.deepEqual((await client.get('/passkeys')).body, { passkeys: [passkey] })
      const renamed = await client.put(`/passkeys/${id}`, { name: 'Phone <b>' })
      assert.deepEqual(renamed.body, { ...passkey, name: 'Phone <b>' })
      assert.equal((await client.delete(`/passkeys/${id}`, {})).status, 204)
      assert.deepEqual((await client.get('/passkeys')).body, { passkeys: [] })
    })

    test('the options require a discoverable credential, and exclude the user’s passkeys', async () => {
      const { client, url, laptop } = await begin(await shared())
      const { authenticator } = await addTestPasskey(client, url, laptop)
      const { options } = (await client.post('/passkeys/options', { current_password: password })).body
      assert.deepEqual(options.rp, { id: 'localhost', name: 'Aviary at localhost' })
      assert.equal(options.attestation, 'none')
      assert.equal(options.authenticatorSelection.residentKey, 'required')
      assert.equal(options.authenticatorSelection.userVerification, 'required')
      assert.deepEqual(options.excludeCredentials, [
        { id: authenticator.id, type: 'public-key', transports: ['internal'] },
      ])
    })

    test('a passkey belongs to its host; the options of another host do not exclude the passkey', async () => {
      const { client, url, context, laptop } = await begin(await shared())
      await addTestPasskey(client, url, laptop)
      const { user } = (await client.get('/session')).body
      const owner = { consoleUserId: BigInt(user.id), accountName: user.account_name, email: user.email }
      const site = { origin: 'https://birds.example.org', host: 'birds.example.org' }
      const there = JSON.parse(JSON.stringify(await beginRegistration(context, site, owner)))
      assert.deepEqual([there.rp.id, there.excludeCredentials], [site.host, []])
      const answer = new TestAuthenticator(site.origin, 'There').register(there)
      await registerPasskey(context, site, owner, { name: 'There', answer })
      const { passkeys } = (await client.get('/passkeys')).body
      const hosts = passkeys.map(({ host }: { readonly host: string }) => host)
      assert.deepEqual(hosts.sort(), [site.host, 'localhost'])
      const { options } = (await client.post('/passkeys/options', { current_password: password })).body
      assert.equal(options.excludeCredentials.length, 1)
    })

    test('responses of authenticators for other sites are refused', async (t) => {
      const { client, url } = await begin(await shared())
      const authenticator = new TestAuthenticator(url, 'any')
      const answerTo = async (mistakes: Mistakes) => {
        const { options } = (await client.post('/passkeys/options', { current_password: password })).body
        return client.post('/passkeys', {
          name: 'Any',
          credential: authenticator.register(options, mistakes),
        })
      }
      const wrong: readonly (readonly [string, Mistakes])[] = [
        ['another origin', { origin: 'https://evil.example' }],
        ['another port', { origin: 'http://localhost:1' }],
        ['another relying party', { host: 'evil.example' }],
        ['an answer of a sign-in', { type: 'webauthn.get' }],
        ['a user who was not verified', { isVerified: false }],
        ['another id than the signed one', { id: 'AAAA' }],
      ]
      for (const [title, mistakes] of wrong) {
        await t.test(`400/passkey-invalid for ${title}`, async () => {
          const { status, body } = await answerTo(mistakes)
          assert.deepEqual([status, body.reason], [400, 'passkey-invalid'])
        })
      }
      await t.test('400/field-invalid for texts that are not base64url', async () => {
        const credential = { id: 'a b', response: { clientDataJSON: '', attestationObject: '' } }
        const { status, body } = await client.post('/passkeys', { name: 'Any', credential })
        assert.deepEqual([status, body.reason, body.field], [400, 'field-invalid', 'credential.id'])
      })
      await t.test('400/passkey-invalid for an empty response of the authenticator', async () => {
        const credential = { id: 'AAAA', response: { clientDataJSON: 'e30', attestationObject: '' } }
        const { status, body } = await client.post('/passkeys', { name: 'Any', credential })
        assert.deepEqual([status, body.reason], [400, 'passkey-invalid'])
      })
      assert.deepEqual((await client.get('/passkeys')).body, { passkeys: [] })
    })

    test('409/challenge-invalid for a challenge that was made for another purpose or user, and for an expired challenge', async (t) => {
      const { client, url, clock, browser } = await begin(await start(t))
      const other = await browser()
      const optionsOf = async (asked: ConsoleClient) =>
        (await asked.post('/passkeys/options', { current_password: password })).body.options
      const refused = async (options: { readonly challenge: string }, name: string) => {
        const credential = new TestAuthenticator(url, name).register(options)
        const { status, body } = await client.post('/passkeys', { name, credential })
        assert.deepEqual([status, body.reason], [409, 'challenge-invalid'], name)
      }
      await refused(await optionsOf(other), 'another user')
      const signIn = (await client.post('/session/passkey/options', {})).body.options
      await refused(signIn, 'another purpose')
      await refused({ challenge: 'AAAA' }, 'made up')
      const old = await optionsOf(client)
      clock.step(CHALLENGE_MS)
      await refused(old, 'expired')
      const options = await optionsOf(client)
      const answer = { name: 'Once', credential: new TestAuthenticator(url, 'once').register(options) }
      assert.equal((await client.post('/passkeys', answer)).status, 201)
      await refused(options, 'used')
    })

    test('an invalid passkey name is refused, and the error names the JSON member', async (t) => {
      const { client, url, laptop } = await begin(await shared())
      const { passkey } = await addTestPasskey(client, url, laptop)
      const { options } = (await client.post('/passkeys/options', { current_password: password })).body
      const credential = new TestAuthenticator(url, 'other').register(options)
      const refused = async (name: string) => {
        const added = (await client.post('/passkeys', { name, credential })).body
        const changed = (await client.put(`/passkeys/${passkey.id}`, { name })).body
        assert.deepEqual(changed, added)
        return [added.status, added.reason, added.field]
      }
      await t.test('400/name-too-long', async () => {
        assert.deepEqual(await refused('n'.repeat(51)), [400, 'name-too-long', 'name'])
        assert.deepEqual(await refused('  '), [400, 'name-too-long', 'name'])
      })
      await t.test('400/name-invalid', async () => {
        assert.deepEqual(await refused('a\nb'), [400, 'name-invalid', 'name'])
      })
      await t.test('403/foreign-origin', async () => {
        const foreign = { origin: 'https://evil.example' }
        const { status } = await client.call('POST', '/passkeys', { name: 'A', credential }, foreign)
        assert.equal(status, 403)
      })
    })

    test('403/sign-in-too-old when a user without a password removes a passkey in an old session', async (t) => {
      const { client, clock, authenticator, signInAgain } = await openPasskeyOnly(t, engine)
      const { body } = await client.get('/passkeys')
      const remove = () => client.delete(`/passkeys/${body.passkeys[0].id}`, {})
      clock.step(RECENT_SIGN_IN_MS + 1)
      const refused = await remove()
      assert.deepEqual([refused.status, refused.body.reason], [403, 'sign-in-too-old'])
      await signInAgain(authenticator)
      assert.equal((await remove()).status, 204)
    })

    test('404/passkey-not-found for a passkey of another user', async () => {
      const { client, url, browser, laptop } = await begin(await shared())
      const { passkey } = await addTestPasskey(client, url, laptop)
      const other = await browser()
      for (const id of [passkey.id, 'x', '%00']) {
        const answers = [
          await other.put(`/passkeys/${id}`, { name: 'Mine' }),
          await other.delete(`/passkeys/${id}`, {}),
        ]
        for (const { status, body } of answers)
          assert.deepEqual([status, body.reason], [404, 'passkey-not-found'])
      }
    })

    test('409/passkey-exists for a passkey that a user has already registered', async () => {
      const { client, url, browser, laptop } = await begin(await shared())
      await addTestPasskey(client, url, laptop)
      const other = await browser()
      const { options } = (await other.post('/passkeys/options', { current_password: password })).body
      const credential = new TestAuthenticator(url, laptop).register(options)
      const { status, body } = await other.post('/passkeys', { name: 'Copy', credential })
      assert.deepEqual([status, body.reason], [409, 'passkey-exists'])
    })

    test(`409/passkeys-too-many after ${MAX_PASSKEYS}, also for a registration that began before the last passkey`, async () => {
      const { client, url } = await begin(await shared())
      const { options } = (await client.post('/passkeys/options', { current_password: password })).body
      for (let count = 0; count < MAX_PASSKEYS; count += 1) await addTestPasskey(client, url, `key ${count}`)
      const credential = new TestAuthenticator(url, 'late').register(options)
      const late = await client.post('/passkeys', { name: 'Late', credential })
      assert.deepEqual([late.status, late.body.reason], [409, 'passkeys-too-many'])
      const next = await client.post('/passkeys/options', { current_password: password })
      assert.deepEqual([next.status, next.body.reason], [409, 'passkeys-too-many'])
    })

    test('409/passkeys-unavailable at an IP address', async () => {
      const { client, url } = await begin(await shared())
      const { options } = (await client.post('/passkeys/options', { current_password: password })).body
      const credential = new TestAuthenticator(url, 'any').register(options)
      const numbers = new ConsoleClient(addressUrl(url), client.cookie?.split('=')[1])
      const { status, body } = await numbers.post('/passkeys', { name: 'Any', credential })
      assert.deepEqual([status, body.reason], [409, 'passkeys-unavailable'])
    })
  })
}
