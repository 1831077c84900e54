import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../../test/support/engines.ts'
import { OAuthFlow } from '../../../test/support/oauth/oauth-flow.ts'
import { changeAppState } from '../../domain/apps/change-app-state.ts'
import { regenerateBearer } from '../../domain/apps/regenerate-bearer.ts'

const REFUSED = {
  errors: [{ code: 99, label: 'authenticity_token_error', message: 'Unable to verify your credentials' }],
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

for (const engine of ENGINES) {
  test(`oauth2/token on ${engine}`, async (t) => {
    const dance = await OAuthFlow.begin(t, { engine })
    const { url, context } = dance.server
    const { key, secret } = dance.consumer
    const good = basic(`${key}:${secret}`)

    const ask = (authorization: string | undefined, body: string | URLSearchParams | null = GRANT) =>
      fetch(`${url}/oauth2/token`, {
        method: 'POST',
        body,
        headers: authorization === undefined ? {} : { authorization },
      })
    const GRANT = new URLSearchParams({ grant_type: 'client_credentials' })
    const bearerOf = async (response: Response) => {
      assert.equal(response.status, 200)
      return ((await response.json()) as { access_token: string }).access_token
    }
    /** The status of a call with a bearer token. */
    const statusWith = async (bearer: string) =>
      (
        await fetch(`${url}/1.1/followers/ids.json?user_id=${dance.user.id}`, {
          headers: { authorization: `Bearer ${bearer}` },
        })
      ).status

    await t.test(
      'spec/oauth.md#bearer-token: the response has the bearer token with percent escapes; every call returns the same token',
      async () => {
        const response = await ask(good)
        assert.equal(response.headers.get('content-type'), 'application/json;charset=utf-8')
        const text = await response.text()
        assert.equal(text, JSON.stringify({ token_type: 'bearer', access_token: dance.app.bearerToken }))
        assert.match(dance.app.bearerToken, /^AAAA[A-Za-z0-9%]+%3D$/)
        assert.equal(await bearerOf(await ask(good)), dance.app.bearerToken)
        assert.equal(await statusWith(dance.app.bearerToken), 200)
      },
    )

    await t.test(
      'spec/clients.md#requests: in Basic, key and secret are accepted with and without percent-encoding',
      async () => {
        const escaped = (text: string) =>
          text.replace(/[A-C]/g, (each) => `%${each.charCodeAt(0).toString(16)}`)
        for (const header of [
          good,
          basic(`${escaped(key)}:${escaped(secret)}`),
          good.replace('Basic', 'basic'),
        ]) {
          assert.equal(await bearerOf(await ask(header)), dance.app.bearerToken)
        }
      },
    )

    await t.test('403/99 grant_type is missing or has another value', async () => {
      const bodies = [
        null,
        new URLSearchParams(),
        new URLSearchParams({ grant_type: 'password' }),
        '{"grant_type":"client_credentials"}',
      ]
      for (const body of bodies) {
        const response = await ask(good, body)
        assert.equal(response.status, 403)
        assert.deepEqual(await response.json(), REFUSED)
      }
    })

    await t.test('403/99 for any invalid credentials', async () => {
      const wrong = [
        undefined,
        'Basic',
        'Basic ????',
        basic(key + secret),
        basic(`${key}:`),
        basic(`:${secret}`),
        basic(`${key}:${secret}x`),
        basic(`${key}x:${secret}`),
        basic(`${key}\0:${secret}`),
        `Basic ${'QUJD'.repeat(4_000)}`,
        `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`,
        `Bearer ${dance.app.bearerToken}`,
        'OAuth nonsense',
        'Digest username="x"',
      ]
      for (const header of wrong) {
        const response = await ask(header)
        assert.equal(response.status, 403, String(header).slice(0, 40))
        assert.deepEqual(await response.json(), REFUSED)
      }
      const signed = await dance.signed('/oauth2/token', { form: { grant_type: 'client_credentials' } })
      assert.deepEqual(await signed.json(), REFUSED)
    })

    await t.test('403/99 the app is suspended; its bearer token gets 401/89', async () => {
      await changeAppState(context, dance.app.appId, 'suspend')
      const response = await ask(good)
      assert.equal(response.status, 403)
      assert.deepEqual(await response.json(), REFUSED)
      assert.equal(await statusWith(dance.app.bearerToken), 401)
      await changeAppState(context, dance.app.appId, 'unsuspend')
      assert.equal(await bearerOf(await ask(good)), dance.app.bearerToken)
      assert.equal(await statusWith(dance.app.bearerToken), 200)
    })

    await t.test('after a bearer token is regenerated, the new token is returned', async () => {
      const next = await regenerateBearer(context, dance.app.appId)
      assert.notEqual(next, dance.app.bearerToken)
      assert.equal(await bearerOf(await ask(good)), next)
      assert.deepEqual([await statusWith(dance.app.bearerToken), await statusWith(next)], [401, 200])
    })

    await t.test('404/34 GET, and other paths of the family', async () => {
      for (const path of ['/oauth2/token', '/oauth2/authorize', '/oauth2']) {
        const response = await fetch(`${url}${path}`)
        assert.equal(response.status, 404)
        const { errors } = (await response.json()) as { errors: { code: number }[] }
        assert.equal(errors[0]?.code, 34)
      }
    })
  })
}
