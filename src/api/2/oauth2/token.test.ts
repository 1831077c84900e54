import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { CALLBACK } from '../../../../test/support/oauth/oauth-flow.ts'
import { OAuth2Flow, type TokenAnswer, VERIFIER } from '../../../../test/support/oauth/oauth2.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { TestClock } from '../../../../test/support/test-clock.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'

const CODE_INVALID = 'Value passed for the authorization code was invalid.'
const TOKEN_INVALID = 'Value passed for the token was invalid.'
const ME = '/2/tweets/1'
const MINUTE = 60_000

function errorIn({ status, body }: TokenAnswer): unknown[] {
  return [status, body['error'], body['error_description']]
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`2/oauth2/token of a public client on ${engine}`, async (t) => {
    const clock = new TestClock()
    const flow = await OAuth2Flow.begin(t, { engine, clock })
    const form = (code: string) => ({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      client_id: flow.client.clientId,
    })

    await t.test('spec/oauth2.md#token: the members and headers of the response', async () => {
      const { status, headers, body } = await flow.exchange(await flow.code())
      assert.equal(status, 200)
      assert.deepEqual(Object.keys(body), [
        'token_type',
        'expires_in',
        'access_token',
        'scope',
        'refresh_token',
      ])
      assert.deepEqual([body['token_type'], body['expires_in']], ['bearer', 7200])
      assert.equal(body['scope'], 'tweet.read users.read offline.access')
      assert.match(String(body['access_token']), /^[A-Za-z0-9_-]+$/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(await flow.status(ME, body['access_token']), 200)
    })

    await t.test(
      'spec/oauth2.md#token: scope has the requested scopes in their order; without offline.access there is no refresh token',
      async () => {
        const body = await flow.tokens({ scope: 'users.read like.read tweet.read' })
        assert.equal(body['scope'], 'users.read like.read tweet.read')
        assert.ok(!('refresh_token' in body))
      },
    )

    await t.test(
      'spec/oauth2.md#token: parameters are accepted in the query and in JSON, and in both places if their values are equal',
      async () => {
        const query = new URLSearchParams(form(await flow.code()))
        assert.equal((await flow.send(`/2/oauth2/token?${query}`, {})).status, 200)
        const headers = { 'content-type': 'application/json; charset=utf-8' }
        const json = { ...form(await flow.code()), refresh_token: null }
        assert.equal(
          (await flow.send('/2/oauth2/token', { headers, body: JSON.stringify(json) })).status,
          200,
        )
        const both = form(await flow.code())
        const twice = await flow.send(`/2/oauth2/token?${new URLSearchParams(both)}`, {
          headers,
          body: JSON.stringify(both),
        })
        assert.equal(twice.status, 200)
      },
    )

    await t.test(
      '400/1 repeated parameters with different values, missing parameters and unreadable bodies',
      async () => {
        const code = await flow.code()
        const query = new URLSearchParams({ code: 'another' })
        const unequal = await flow.send(`/2/oauth2/token?${query}`, { body: new URLSearchParams(form(code)) })
        assert.deepEqual(errorIn(unequal).slice(0, 2), [400, 'invalid_request'])
        for (const missing of ['grant_type', 'code', 'redirect_uri', 'code_verifier']) {
          const answer = await flow.exchange(code, { [missing]: '' })
          assert.deepEqual(errorIn(answer).slice(0, 2), [400, 'invalid_request'], missing)
        }
        for (const [type, body] of [
          ['application/json', '{"a":'],
          ['application/json', '[]'],
          ['application/json', '{"code":5}'],
          ['text/plain', 'a=1'],
          ['application/x-www-form-urlencoded', 'a=%FF'],
        ] as const) {
          const answer = await flow.send('/2/oauth2/token', { headers: { 'content-type': type }, body })
          assert.deepEqual(errorIn(answer).slice(0, 2), [400, 'invalid_request'], body)
        }
        assert.equal((await flow.exchange(code)).status, 200)
      },
    )

    await t.test(
      '400/2 a code that is unknown or expired, another verifier, and another redirect URI',
      async () => {
        const expected = [400, 'invalid_request', CODE_INVALID]
        assert.deepEqual(errorIn(await flow.exchange('unknown')), expected)
        const code = await flow.code()
        assert.deepEqual(errorIn(await flow.exchange(code, { code_verifier: 'wrong' })), expected)
        assert.deepEqual(errorIn(await flow.exchange(code, { redirect_uri: `${CALLBACK}/` })), expected)
        assert.equal((await flow.exchange(code)).status, 200)
        const old = await flow.code()
        clock.step(10 * MINUTE)
        assert.deepEqual(errorIn(await flow.exchange(old)), expected)
      },
    )

    await t.test('spec/oauth2.md#authorization: a code is invalid after five failed exchanges', async () => {
      const code = await flow.code()
      for (let count = 0; count < 5; count += 1) await flow.exchange(code, { code_verifier: 'wrong' })
      assert.equal((await flow.exchange(code)).status, 400)
    })

    await t.test(
      'spec/oauth2.md#token-rules: an access token expires after two hours, and a refresh returns a new token',
      async () => {
        const first = await flow.tokens()
        clock.step(120 * MINUTE - 1)
        assert.equal(await flow.status(ME, first['access_token']), 200)
        clock.step(1)
        const expired = await flow.call(ME, first['access_token'])
        assert.equal(expired.status, 401)
        assert.equal(((await expired.json()) as { type: string }).type, 'about:blank')
        const { status, body } = await flow.refresh(first['refresh_token'])
        assert.equal(status, 200)
        assert.equal(body['scope'], first['scope'])
        assert.equal(await flow.status(ME, body['access_token']), 200)
      },
    )

    await t.test(
      'spec/oauth2.md#refresh: a refresh ends the old access token, and can reduce the scope',
      async () => {
        const first = await flow.tokens()
        const { body } = await flow.refresh(first['refresh_token'], { scope: 'users.read' })
        assert.equal(await flow.status(ME, first['access_token']), 401)
        assert.equal(body['scope'], 'users.read')
        assert.equal(await flow.status(ME, body['access_token']), 403)
        const third = await flow.refresh(body['refresh_token'])
        assert.equal(third.body['scope'], first['scope'])
      },
    )

    await t.test(
      '400/3 an unknown refresh token, an access token as a refresh token, and a token of a deactivated user',
      async () => {
        const expected = [400, 'invalid_request', TOKEN_INVALID]
        const first = await flow.tokens()
        assert.deepEqual(errorIn(await flow.refresh('unknown')), expected)
        assert.deepEqual(errorIn(await flow.refresh(first['access_token'])), expected)
        const { id: userId } = flow.user
        await changeUserState(flow.context, { userId, action: 'deactivate' })
        assert.deepEqual(errorIn(await flow.refresh(first['refresh_token'])), expected)
        assert.equal(await flow.status(ME, first['access_token']), 401)
        await changeUserState(flow.context, { userId, action: 'reactivate' })
        assert.equal((await flow.refresh(first['refresh_token'])).status, 200)
      },
    )

    await t.test('400/4 another grant type', async () => {
      const answer = await flow.post('/2/oauth2/token', { grant_type: 'password' })
      assert.deepEqual(errorIn(answer).slice(0, 2), [400, 'unsupported_grant_type'])
    })

    await t.test('400/5 a scope that the grant does not have', async () => {
      const first = await flow.tokens()
      const answer = await flow.refresh(first['refresh_token'], { scope: 'tweet.read dm.read' })
      assert.deepEqual(errorIn(answer).slice(0, 2), [400, 'invalid_scope'])
      assert.equal((await flow.refresh(first['refresh_token'])).status, 200)
    })
  })

  test(`2/oauth2/token of a confidential client on ${engine}`, async (t) => {
    const flow = await OAuth2Flow.begin(t, { engine, type: 'confidential' })
    const { clientId, clientSecret = '' } = flow.client
    const values = (code: string) => ({
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    })

    await t.test(
      'spec/oauth2.md#token: the client authenticates with Basic, with percent-encoded Basic without client_id, or with client_secret',
      async () => {
        const encoded = [clientId, clientSecret].map((text) =>
          text.replace(/^./, (c) => `%${c.charCodeAt(0).toString(16)}`),
        )
        for (const [changes, headers] of [
          [{}, flow.basic()],
          [{ client_id: '' }, { authorization: `Basic ${btoa(encoded.join(':'))}` }],
          [{ client_secret: clientSecret }, {}],
          [{ client_secret: 'ignored' }, flow.basic()],
        ] as const) {
          const answer = await flow.post(
            '/2/oauth2/token',
            { ...values(await flow.code()), ...changes },
            headers,
          )
          assert.equal(answer.status, 200, JSON.stringify(changes))
        }
      },
    )

    await t.test('401/1 a request without credentials', async () => {
      const answer = await flow.post('/2/oauth2/token', values('x'), {})
      assert.deepEqual(errorIn(answer), [401, 'unauthorized_client', 'Missing valid authorization header'])
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Basic /)
    })

    await t.test('401/2 a wrong secret, and an unknown client', async () => {
      const expected = [401, 'invalid_client']
      const code = await flow.code()
      const wrong = await flow.post('/2/oauth2/token', values(code), flow.basic('wrong'))
      assert.deepEqual(errorIn(wrong).slice(0, 2), expected)
      const unknown = await flow.post('/2/oauth2/token', { ...values(code), client_id: 'unknown' }, {})
      assert.deepEqual(errorIn(unknown).slice(0, 2), expected)
      const body = await flow.post('/2/oauth2/token', { ...values(code), client_secret: 'wrong' }, {})
      assert.deepEqual(errorIn(body).slice(0, 2), expected)
      assert.equal((await flow.exchange(code)).status, 200)
    })
  })
}
