import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  formBody,
  type SignedOptions,
  signedFetch,
  signedInit,
} from '../../../test/support/http/signed-request.ts'
import { CALLBACK, errorOf, makeApp, OAuthFlow } from '../../../test/support/oauth/oauth-flow.ts'
import { findAppByConsumerKey } from '../../domain/apps/app.ts'
import { changeAppState } from '../../domain/apps/change-app-state.ts'
import { findRequestToken } from '../../domain/apps/request-tokens.ts'

const PATH = '/oauth/request_token'

/** The error of the request with the given callback URL. */
async function refusal(dance: OAuthFlow, callback: string) {
  return errorOf(await dance.signed(PATH, { oauth: { oauth_callback: callback } }))
}

async function stored(dance: OAuthFlow, token: string | undefined) {
  return findRequestToken(dance.server.context, token ?? '')
}

test('POST and GET oauth/request_token', async (t) => {
  const dance = await OAuthFlow.begin(t)

  await t.test(
    'spec/oauth.md#request-token: the response has a token, its secret and oauth_callback_confirmed, form-encoded',
    async () => {
      const response = await dance.signed(PATH, { oauth: { oauth_callback: CALLBACK } })
      assert.equal(response.headers.get('content-type'), 'text/html;charset=utf-8')
      const body = await formBody(response)
      assert.deepEqual(Object.keys(body), ['oauth_token', 'oauth_token_secret', 'oauth_callback_confirmed'])
      assert.equal(body['oauth_callback_confirmed'], 'true')
      const token = await stored(dance, body['oauth_token'])
      assert.equal(token?.callback, CALLBACK)
      assert.equal(token?.permissions, 'read-write')
    },
  )

  await t.test(
    'spec/clients.md#signed-requests: oauth_callback may be in the header, the query or the form; without it, oob applies',
    async () => {
      const callback = `${CALLBACK}?next=%2F`
      const places = [
        await dance.signed(PATH, { oauth: { oauth_callback: callback } }),
        await dance.signed(`${PATH}?${new URLSearchParams({ oauth_callback: callback })}`),
        await dance.signed(PATH, { form: { oauth_callback: callback } }),
      ]
      for (const response of places) {
        assert.equal((await stored(dance, (await formBody(response))['oauth_token']))?.callback, callback)
      }
      const nowhere = [await dance.signed(PATH), await dance.signed(PATH, { oauth: { oauth_callback: '' } })]
      for (const response of nowhere) {
        assert.equal((await stored(dance, (await formBody(response))['oauth_token']))?.callback, 'oob')
      }
    },
  )

  await t.test(
    'spec/oauth.md#request-token: x_auth_access_type can reduce the level of the app, and cannot raise it',
    async () => {
      const levels = async (permissions: 'read' | 'read-write' | 'read-write-directmessages') => {
        const { consumerKey: key, consumerSecret: secret } = await makeApp(dance.server, { permissions })
        const levelOf = async (form: Record<string, string>) => {
          const body = await formBody(await dance.signed(PATH, { consumer: { key, secret }, form }))
          return (await stored(dance, body['oauth_token']))?.permissions
        }
        return [
          await levelOf({}),
          await levelOf({ x_auth_access_type: 'write' }),
          await levelOf({ x_auth_access_type: 'read' }),
        ]
      }
      assert.deepEqual(await levels('read'), ['read', 'read', 'read'])
      assert.deepEqual(await levels('read-write'), ['read-write', 'read-write', 'read'])
      const max = 'read-write-directmessages'
      assert.deepEqual(await levels(max), [max, 'read-write', 'read'])
    },
  )

  await t.test('400/44 an unknown access type', async () => {
    for (const word of ['admin', 'READ', 'toString']) {
      const response = await dance.signed(PATH, { form: { x_auth_access_type: word } })
      assert.deepEqual(await errorOf(response), [400, 44, 'x_auth_access_type parameter is invalid.'])
    }
  })

  await t.test('403/415 a callback that is not registered', async () => {
    for (const callback of [`${CALLBACK}/`, 'http://app.example/cb', 'https://evil.example/cb', 'nonsense']) {
      const [status, code, message] = await refusal(dance, callback)
      assert.deepEqual([status, code], [403, 415], callback)
      assert.match(message, /^Callback URL not approved for this client application\./)
    }
  })

  await t.test('401/416 the app is suspended, with any callback; 200 after the suspension', async () => {
    const { context } = dance.server
    await changeAppState(context, dance.app.appId, 'suspend')
    for (const callback of [CALLBACK, 'oob', 'nonsense']) {
      assert.deepEqual(await refusal(dance, callback), [401, 416, 'Invalid / suspended application'])
    }
    await changeAppState(context, dance.app.appId, 'unsuspend')
    assert.ok((await dance.requestToken()).key)
  })

  await t.test('401/417 an app without registered callbacks may use only oob', async () => {
    const { consumerKey: key, consumerSecret: secret } = await makeApp(dance.server, { callbackUrls: [] })
    const consumer = { key, secret }
    assert.ok((await dance.requestToken('oob', { consumer })).key)
    const response = await dance.signed(PATH, { consumer, oauth: { oauth_callback: CALLBACK } })
    const message = "Desktop applications only support the oauth_callback value 'oob'"
    assert.deepEqual(await errorOf(response), [401, 417, message])
  })

  await t.test('401/32 a bad signature, an unknown consumer key, or an unexpected token', async () => {
    const { key, secret } = dance.consumer
    const known = await findAppByConsumerKey(dance.server.context.store, key)
    assert.equal(known?.id, dance.app.appId)
    const wrong = [
      { consumer: { key, secret: `${secret}x` } },
      { consumer: { key: 'unknown', secret } },
      { token: { key: 'token', secret: 'secret' } },
    ]
    for (const options of wrong) {
      const response = await dance.signed(PATH, options)
      assert.equal(response.headers.get('content-type'), 'application/json;charset=utf-8')
      assert.deepEqual(await errorOf(response), [401, 32, 'Could not authenticate you.'])
    }
  })

  await t.test('400/215 a request without a signature; 404/34 a request with PUT', async () => {
    const url = `${dance.server.url}${PATH}`
    for (const method of ['POST', 'GET']) {
      assert.deepEqual((await errorOf(await fetch(url, { method }))).slice(0, 2), [400, 215], method)
    }
    const byPut = await signedFetch(url, { consumer: dance.consumer, method: 'PUT' })
    assert.deepEqual((await errorOf(byPut)).slice(0, 2), [404, 34])
  })

  await t.test(
    'spec/clients.md#signed-requests: GET has the response of POST, with the callback in the header or the query',
    async () => {
      const ways = [
        await dance.signed(PATH, { method: 'GET', oauth: { oauth_callback: CALLBACK } }),
        await dance.signed(`${PATH}?${new URLSearchParams({ oauth_callback: CALLBACK })}`, { method: 'GET' }),
      ]
      for (const response of ways) {
        assert.equal(response.headers.get('content-type'), 'text/html;charset=utf-8')
        const { oauth_token: key, ...rest } = await formBody(response)
        assert.deepEqual(Object.keys(rest), ['oauth_token_secret', 'oauth_callback_confirmed'])
        assert.equal((await stored(dance, key))?.callback, CALLBACK)
      }
      const less = await dance.signed(`${PATH}?x_auth_access_type=read`, { method: 'GET' })
      assert.equal((await stored(dance, (await formBody(less))['oauth_token']))?.permissions, 'read')
    },
  )

  await t.test('spec/clients.md#signed-requests: GET is refused for the same reasons as POST', async () => {
    const byGet = (callback: string, more: Partial<SignedOptions> = {}) =>
      dance.signed(PATH, { method: 'GET', oauth: { oauth_callback: callback }, ...more }).then(errorOf)
    assert.deepEqual((await byGet('https://evil.example/cb')).slice(0, 2), [403, 415])
    const wrong = { consumer: { ...dance.consumer, secret: 'wrong' } }
    assert.deepEqual((await byGet(CALLBACK, wrong)).slice(0, 2), [401, 32])
    const asPost = signedInit(`${dance.server.url}${PATH}`, { consumer: dance.consumer, method: 'POST' })
    const sent = await fetch(`${dance.server.url}${PATH}`, { ...asPost, method: 'GET' })
    assert.deepEqual((await errorOf(sent)).slice(0, 2), [401, 32])
  })

  await t.test('HEAD, signed with the method HEAD, has the status and content type of GET', async () => {
    const head = await dance.signed(PATH, { method: 'HEAD', oauth: { oauth_callback: CALLBACK } })
    assert.deepEqual(
      [head.status, head.headers.get('content-type'), await head.text()],
      [200, 'text/html;charset=utf-8', ''],
    )
  })
})
