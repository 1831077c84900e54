import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { errorOf, OAuthFlow } from '../../../../test/support/oauth/oauth-flow.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { changeAppState } from '../../../domain/apps/change-app-state.ts'

const PATH = '/1.1/oauth/invalidate_token.json'
const WHO = '/1.1/account/verify_credentials.json'
const INVALID = [401, 89, 'Invalid or expired token.']

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`1.1/oauth/invalidate_token on ${engine}`, async (t) => {
    const dance = await OAuthFlow.begin(t, { engine })

    await t.test('401/89 after a token was invalidated; other tokens stay valid', async () => {
      const [token, other] = [await dance.accessToken(), await dance.accessToken()]
      assert.equal((await dance.signed(WHO, { method: 'GET', token })).status, 200)
      const response = await dance.signed(PATH, { token })
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('x-rate-limit-limit'), '15')
      assert.deepEqual(await response.json(), { access_token: token.key })
      assert.deepEqual(await errorOf(await dance.signed(WHO, { method: 'GET', token })), INVALID)
      assert.deepEqual(await errorOf(await dance.signed(PATH, { token })), INVALID)
      assert.equal((await dance.signed(WHO, { method: 'GET', token: other })).status, 200)
    })

    await t.test('401/89 for one of two concurrent calls; the other call succeeds', async () => {
      const token = await dance.accessToken()
      const responses = await Promise.all([dance.signed(PATH, { token }), dance.signed(PATH, { token })])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 401])
    })

    await t.test(
      'spec/clients.md#signed-requests: with access_token and its secret in the query, as documented',
      async () => {
        const token = await dance.accessToken()
        const query = new URLSearchParams({ access_token: token.key, access_token_secret: token.secret })
        assert.equal((await dance.signed(`${PATH}?${query}`, { token })).status, 200)
      },
    )

    await t.test('a read-only token may be used to invalidate itself', async () => {
      const asked = await dance.requestToken('oob', { form: { x_auth_access_type: 'read' } })
      const body = new URLSearchParams(
        await (await dance.exchange(asked, await dance.verifier(asked))).text(),
      )
      const token = { key: body.get('oauth_token') ?? '', secret: body.get('oauth_token_secret') ?? '' }
      assert.equal((await dance.signed(PATH, { token })).status, 200)
    })

    await t.test(
      '401/89 every call with a user token of a suspended app; 403/220 with a bearer token',
      async () => {
        const token = await dance.accessToken()
        const { context, url } = dance.server
        await changeAppState(context, dance.app.appId, 'suspend')
        assert.deepEqual(await errorOf(await dance.signed(WHO, { method: 'GET', token })), INVALID)
        assert.deepEqual(await errorOf(await dance.signed(PATH, { token })), INVALID)
        await changeAppState(context, dance.app.appId, 'unsuspend')
        assert.equal((await dance.signed(WHO, { method: 'GET', token })).status, 200)
        const headers = { authorization: `Bearer ${dance.app.bearerToken}` }
        const byApp = await fetch(`${url}${PATH}`, { method: 'POST', headers })
        assert.deepEqual((await errorOf(byApp)).slice(0, 2), [403, 220])
      },
    )
  })
}
