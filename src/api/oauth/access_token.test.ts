import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { formBody, type SignedOptions } from '../../../test/support/http/signed-request.ts'
import { errorOf, makeApp, OAuthFlow } from '../../../test/support/oauth/oauth-flow.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { changeAppState } from '../../domain/apps/change-app-state.ts'
import { findToken } from '../../domain/apps/tokens.ts'

const PATH = '/oauth/access_token'
const WRONG_VERIFIER = [401, 89, 'Error processing your OAuth request: Invalid oauth_verifier parameter']
const INVALID_TOKEN = [401, 89, 'Invalid or expired token.']

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`oauth/access_token on ${engine}`, async (t) => {
    const clock = new TestClock()
    const dance = await OAuthFlow.begin(t, { engine, clock })

    await t.test(
      'spec/oauth.md#access-token: the response has token, secret, user_id and screen_name, form-encoded',
      async () => {
        const token = await dance.requestToken()
        const response = await dance.exchange(token, await dance.verifier(token))
        assert.equal(response.headers.get('content-type'), 'text/html;charset=utf-8')
        const body = await formBody(response)
        const { oauth_token: name = '', oauth_token_secret: secret = '', ...user } = body
        assert.deepEqual(user, { user_id: String(dance.user.id), screen_name: dance.user.screenName })
        assert.match(name, new RegExp(`^${dance.user.id}-[A-Za-z0-9]{40}$`))
        assert.match(secret, /^[A-Za-z0-9]{40,45}$/)
        const issued = await findToken(dance.server.context.store, name)
        assert.equal(issued?.permissions, 'read-write')
        const who = await dance.signed('/1.1/account/verify_credentials.json', {
          method: 'GET',
          token: { key: name, secret },
        })
        assert.equal(who.headers.get('x-access-level'), 'read-write')
        assert.equal(((await who.json()) as { screen_name: string }).screen_name, dance.user.screenName)
      },
    )

    await t.test(
      'spec/clients.md#signed-requests: the verifier may be in the header, the query or the form, with POST and GET',
      async () => {
        type Way = (verifier: string, token: string) => [string, Partial<SignedOptions>]
        const ways: Way[] = [
          (verifier) => [PATH, { oauth: { oauth_verifier: verifier } }],
          (verifier) => [PATH, { method: 'GET', oauth: { oauth_verifier: verifier } }],
          (verifier) => [`${PATH}?oauth_verifier=${verifier}`, {}],
          (verifier) => [`${PATH}?oauth_verifier=${verifier}`, { method: 'GET' }],
          (verifier) => [PATH, { form: { oauth_verifier: verifier } }],
          // The library twitter-api-v2 sends the token twice.
          (verifier, token) => [PATH, { form: { oauth_token: token, oauth_verifier: verifier } }],
        ]
        for (const [index, way] of ways.entries()) {
          const token = await dance.requestToken()
          const [path, options] = way(await dance.verifier(token), token.key)
          assert.equal((await dance.signed(path, { ...options, token })).status, 200, String(index))
        }
      },
    )

    await t.test('401/89 a request token is used once', async () => {
      const token = await dance.requestToken()
      const verifier = await dance.verifier(token)
      assert.equal((await dance.exchange(token, verifier)).status, 200)
      assert.deepEqual(await errorOf(await dance.exchange(token, verifier)), INVALID_TOKEN)
    })

    await t.test('401/89 the verifier is wrong, of another request token, or missing', async () => {
      const [token, other] = [await dance.requestToken(), await dance.requestToken()]
      const verifier = await dance.verifier(token)
      for (const wrong of ['wrong', `${verifier}x`, await dance.verifier(other)]) {
        assert.deepEqual(await errorOf(await dance.exchange(token, wrong)), WRONG_VERIFIER)
      }
      assert.deepEqual(await errorOf(await dance.signed(PATH, { token })), WRONG_VERIFIER)
      assert.equal((await dance.exchange(token, verifier)).status, 200)
    })

    await t.test('401/89 a request token is invalid after five wrong verifiers', async () => {
      const token = await dance.requestToken()
      const verifier = await dance.verifier(token)
      for (let tries = 1; tries <= 5; tries += 1) {
        assert.deepEqual(await errorOf(await dance.exchange(token, '0000000')), WRONG_VERIFIER)
      }
      assert.deepEqual(await errorOf(await dance.exchange(token, verifier)), INVALID_TOKEN)
    })

    await t.test('401/89 a request token and verifier of another app', async () => {
      const token = await dance.requestToken()
      const verifier = await dance.verifier(token)
      const { consumerKey: key, consumerSecret: secret } = await makeApp(dance.server)
      const stolen = await dance.signed(PATH, {
        consumer: { key, secret },
        token,
        oauth: { oauth_verifier: verifier },
      })
      assert.deepEqual(await errorOf(stolen), INVALID_TOKEN)
      assert.equal((await dance.exchange(token, verifier)).status, 200)
    })

    await t.test('401/89 before the approval', async () => {
      const token = await dance.requestToken()
      assert.deepEqual(await errorOf(await dance.exchange(token, '')), INVALID_TOKEN)
    })

    await t.test(
      'spec/clients.md#signed-requests: a request that is signed without the token’s secret, as by twitter-lite, is accepted',
      async () => {
        type Way = (token: string, verifier: string) => [string, Partial<SignedOptions>]
        const ways: Way[] = [
          (token, verifier) => [`${PATH}?oauth_verifier=${verifier}&oauth_token=${token}`, {}],
          (token, verifier) => [PATH, { form: { oauth_token: token, oauth_verifier: verifier } }],
          (token, verifier) => [PATH, { oauth: { oauth_token: token, oauth_verifier: verifier } }],
          (token, verifier) => [`${PATH}?oauth_verifier=${verifier}&oauth_token=${token}`, { method: 'GET' }],
        ]
        for (const [index, way] of ways.entries()) {
          const token = await dance.requestToken()
          const [path, options] = way(token.key, await dance.verifier(token))
          const { user_id: id } = await formBody(await dance.signed(path, options))
          assert.equal(id, String(dance.user.id), String(index))
          assert.deepEqual(await errorOf(await dance.signed(path, options)), INVALID_TOKEN, String(index))
        }
      },
    )

    await t.test('an empty secret is accepted only with the right token, verifier and app', async () => {
      const token = await dance.requestToken()
      const verifier = await dance.verifier(token)
      const { oauth_verifier: _, ...none } = { oauth_token: token.key, oauth_verifier: verifier }
      const wrongVerifier = { ...none, oauth_verifier: `${verifier}x` }
      const right = { ...none, oauth_verifier: verifier }
      const failed = [401, 32, 'Could not authenticate you.']
      assert.deepEqual(await errorOf(await dance.signed(PATH, { oauth: wrongVerifier })), WRONG_VERIFIER)
      // Without a verifier, only the secret would prove that the request comes from the app.
      assert.deepEqual(await errorOf(await dance.signed(PATH, { oauth: none })), failed)
      assert.deepEqual(
        await errorOf(await dance.signed(PATH, { oauth: { ...none, oauth_verifier: '' } })),
        failed,
      )
      const consumer = { ...dance.consumer, secret: 'wrong' }
      assert.deepEqual(await errorOf(await dance.signed(PATH, { consumer, oauth: right })), failed)
      const { consumerKey: key, consumerSecret: secret } = await makeApp(dance.server)
      const stranger = { consumer: { key, secret }, oauth: right }
      assert.deepEqual(await errorOf(await dance.signed(PATH, stranger)), INVALID_TOKEN)
      const password = { form: { x_auth_mode: 'client_auth' }, oauth: right }
      assert.deepEqual(await errorOf(await dance.signed(PATH, password)), failed)
      const old = { oauth: right, timestamp: Math.floor(clock.now() / 1000) - 301 }
      assert.deepEqual((await errorOf(await dance.signed(PATH, old))).slice(0, 2), [401, 135])
      const used = { ...wrongVerifier, oauth_nonce: 'once' }
      assert.deepEqual(await errorOf(await dance.signed(PATH, { oauth: used })), WRONG_VERIFIER)
      assert.deepEqual(await errorOf(await dance.signed(PATH, { oauth: used })), failed)
      assert.equal((await dance.signed(PATH, { oauth: right })).status, 200)
    })

    await t.test('an empty secret is refused on every other path', async () => {
      const { key } = await dance.accessToken()
      const waiting = await dance.requestToken()
      const unsecret = { method: 'GET', token: { key, secret: '' } }
      for (const oauth of [{}, { oauth_verifier: await dance.verifier(waiting) }]) {
        const answer = await dance.signed('/1.1/account/verify_credentials.json', { ...unsecret, oauth })
        assert.deepEqual(await errorOf(answer), [401, 32, 'Could not authenticate you.'])
      }
      const moved = await dance.signed(`/1.1/account/verify_credentials.json?oauth_token=${key}`, {
        method: 'GET',
      })
      assert.deepEqual((await errorOf(moved)).slice(0, 2), [400, 215])
    })

    await t.test('401/89 after fifteen minutes, and for an unknown token', async () => {
      const token = await dance.requestToken()
      const verifier = await dance.verifier(token)
      clock.advance(15 * 60_000)
      assert.deepEqual(await errorOf(await dance.exchange(token, verifier)), INVALID_TOKEN)
      const nonsense = { key: '%00\0é', secret: '' }
      assert.deepEqual(await errorOf(await dance.exchange(nonsense, verifier)), INVALID_TOKEN)
    })

    await t.test('401/32 the request token’s secret is wrong', async () => {
      const token = await dance.requestToken()
      const verifier = await dance.verifier(token)
      const response = await dance.exchange({ ...token, secret: 'wrong' }, verifier)
      assert.deepEqual(await errorOf(response), [401, 32, 'Could not authenticate you.'])
    })

    await t.test(
      '401/32 x_auth_mode, which was removed in 2017, with and without a request token',
      async () => {
        const form = { x_auth_mode: 'client_auth', x_auth_username: 'ada', x_auth_password: 'secret' }
        const token = await dance.requestToken()
        for (const response of [
          await dance.signed(PATH, { form }),
          await dance.signed(PATH, { form, token, oauth: { oauth_verifier: await dance.verifier(token) } }),
        ]) {
          assert.deepEqual(await errorOf(response), [401, 32, 'Could not authenticate you.'])
        }
      },
    )

    await t.test('400/215 a request without a request token', async () => {
      assert.deepEqual(await errorOf(await dance.signed(PATH)), [400, 215, 'Bad Authentication data.'])
    })

    await t.test(
      '401/416 the app was suspended after the approval; after the suspension, the approval is valid again',
      async () => {
        const token = await dance.requestToken()
        const verifier = await dance.verifier(token)
        await changeAppState(dance.server.context, dance.app.appId, 'suspend')
        const refused = await errorOf(await dance.exchange(token, verifier))
        assert.deepEqual(refused, [401, 416, 'Invalid / suspended application'])
        await changeAppState(dance.server.context, dance.app.appId, 'unsuspend')
        assert.equal((await dance.exchange(token, verifier)).status, 200)
      },
    )
  })
}
