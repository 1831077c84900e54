/**
 * Tests OAuth 2.0 over HTTP: attacks must fail (RFC 9700, spec/oauth2.md#authorization,
 * spec/oauth2.md#token-rules). Each listed attack has one test.
 */
import assert from 'node:assert/strict'
import { once } from '../../src/db/query.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { ENGINES } from '../support/engines.ts'
import { formOn, PageVisitor } from '../support/http/page-visitor.ts'
import { signedFetch } from '../support/http/signed-request.ts'
import { CALLBACK, PASSWORD } from '../support/oauth/oauth-flow.ts'
import { OAuth2Flow, s256, type TokenAnswer, VERIFIER } from '../support/oauth/oauth2.ts'
import { slowOnPostgres } from '../support/part.ts'

const POST = '/2/tweets/1'

const codes = once((k) => k.selectFrom('oauth2_codes').selectAll())
const grants = once((k) => k.selectFrom('oauth2_grants').selectAll())
const clients = once((k) => k.selectFrom('oauth2_clients').selectAll())

function statuses(...answers: readonly TokenAnswer[]): number[] {
  return answers.map(({ status }) => status).sort()
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`OAuth 2.0 attacks on ${engine}`, async (t) => {
    const flow = await OAuth2Flow.begin(t, { engine })
    const other = await flow.withApp('public', { name: 'Other' })
    const secret = await flow.withApp('confidential', { name: 'Secret' })
    const works = async (token: unknown) => (await flow.status(POST, token)) === 200

    await t.test('code replay: the second exchange fails and revokes the first tokens', async () => {
      const code = await flow.code()
      const { body } = await flow.exchange(code)
      const { body: next } = await flow.refresh(body['refresh_token'])
      assert.ok(await works(next['access_token']))
      assert.equal((await flow.exchange(code)).status, 400)
      assert.equal(await works(next['access_token']), false)
      assert.equal((await flow.refresh(next['refresh_token'])).status, 400)
    })

    await t.test('code replay by another client revokes nothing', async () => {
      const code = await flow.code()
      const { body } = await flow.exchange(code)
      assert.equal((await other.exchange(code)).status, 400)
      assert.ok(await works(body['access_token']))
    })

    await t.test('code replay in parallel: one exchange succeeds', async () => {
      const code = await flow.code()
      const answers = await Promise.all([flow.exchange(code), flow.exchange(code)])
      assert.deepEqual(statuses(...answers), [200, 400])
    })

    await t.test('code injection: a stolen code needs the verifier of its own request', async () => {
      const stolen = await flow.code()
      const verifier = 'another-verifier-of-more-than-forty-three-characters'
      assert.equal((await flow.exchange(stolen, { code_verifier: verifier })).status, 400)
      assert.equal((await flow.exchange(stolen, { code_verifier: s256(VERIFIER) })).status, 400)
    })

    await t.test('client impersonation: codes and refresh tokens belong to their client', async () => {
      const code = await flow.code()
      assert.equal((await other.exchange(code)).status, 400)
      assert.equal((await secret.exchange(code)).status, 400)
      const { body } = await flow.exchange(code)
      assert.equal((await other.refresh(body['refresh_token'])).status, 400)
      assert.equal((await secret.refresh(body['refresh_token'])).status, 400)
      assert.ok(await works(body['access_token']), 'another client cannot revoke the grant by using its code')
      assert.equal((await flow.refresh(body['refresh_token'])).status, 200)
    })

    await t.test('client impersonation: a confidential client needs its secret', async () => {
      const code = await secret.code()
      const values = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: VERIFIER,
      }
      assert.equal((await secret.post('/2/oauth2/token', values, {})).status, 401)
      assert.equal((await secret.post('/2/oauth2/token', { ...values, client_secret: '' }, {})).status, 401)
      assert.equal((await secret.post('/2/oauth2/token', values, secret.basic(''))).status, 401)
      const named = { ...values, client_id: other.client.clientId }
      assert.equal((await secret.post('/2/oauth2/token', named)).status, 400, 'Basic and client_id differ')
      assert.equal((await secret.exchange(code)).status, 200)
    })

    await t.test('redirect mismatch: the exchange must repeat the URI of the authorization', async () => {
      const twoWays = await flow.withApp('public', { callbackUrls: [CALLBACK, 'https://second.example/cb'] })
      const code = await twoWays.code()
      const redirect_uri = 'https://second.example/cb'
      assert.equal((await twoWays.exchange(code, { redirect_uri })).status, 400)
    })

    await t.test('downgrade of the challenge: the method in the authorization request decides', async () => {
      const code = await flow.code()
      const challenge = s256(VERIFIER)
      const plain = { code_verifier: challenge, code_challenge_method: 'plain', code_challenge: challenge }
      assert.equal((await flow.exchange(code, plain)).status, 400)
      const withoutMethod = await flow.code({ code_challenge_method: '' })
      assert.equal((await flow.exchange(withoutMethod)).status, 400, 'the challenge is plain, not S256')
      const without = await flow.page({ code_challenge: '', code_challenge_method: '' })
      assert.match(without.location ?? '', /error=invalid_request/)
    })

    await t.test('refresh-token reuse: a token that is used twice revokes its family', async () => {
      const first = await flow.tokens()
      const unrelated = await flow.tokens()
      const { body: second } = await flow.refresh(first['refresh_token'])
      const { body: third } = await flow.refresh(second['refresh_token'])
      assert.ok(await works(third['access_token']))
      assert.equal((await flow.refresh(first['refresh_token'])).status, 400)
      assert.equal(await works(third['access_token']), false)
      assert.equal((await flow.refresh(third['refresh_token'])).status, 400)
      assert.ok(await works(unrelated['access_token']))
    })

    await t.test(
      'refresh-token reuse in parallel: one refresh succeeds, and its tokens are then revoked',
      async () => {
        const { refresh_token: token } = await flow.tokens()
        const answers = await Promise.all([flow.refresh(token), flow.refresh(token)])
        assert.deepEqual(statuses(...answers), [200, 400])
        const winner = answers.find(({ status }) => status === 200)
        assert.equal(await works(winner?.body['access_token']), false)
      },
    )

    await t.test('scope escalation: neither the form nor a refresh adds a scope', async () => {
      const visitor = flow.visitor()
      const form = formOn(await flow.page({}, visitor))
      const typed = { ...PageVisitor.typed(flow.user.screenName, PASSWORD), allow: 'true' }
      const scope = 'tweet.read users.read dm.read'
      const changed = await visitor.post(form, { ...typed, scope })
      assert.deepEqual([changed.status, changed.location], [403, undefined])
      const { refresh_token: token } = await flow.tokens()
      const refreshed = await flow.refresh(token, { scope })
      assert.deepEqual([refreshed.status, refreshed.body['error']], [400, 'invalid_scope'])
      const asked = await flow.exchange(await flow.code(), { scope })
      assert.equal(asked.body['scope'], 'tweet.read users.read offline.access')
    })

    await t.test('open redirect: the server redirects only to registered URIs', async () => {
      for (const redirect_uri of [
        'https://evil.example/',
        `${CALLBACK}.evil.example`,
        `${CALLBACK}@evil.example`,
      ]) {
        for (const changes of [
          {},
          { scope: 'unknown' },
          { response_type: 'token' },
          { code_challenge: '' },
        ]) {
          const page = await flow.page({ redirect_uri, ...changes })
          assert.deepEqual([page.status, page.location], [400, undefined], redirect_uri)
        }
      }
      const query = new URLSearchParams(flow.parameters())
      query.append('redirect_uri', 'https://evil.example/')
      const twice = await flow.visitor().get(`${flow.path}?${query}`)
      assert.deepEqual([twice.status, twice.location], [400, undefined])
    })

    await t.test('CSRF on consent: no other site, browser, or request approves', async () => {
      const visitor = flow.visitor()
      await flow.approve({}, visitor)
      const form = formOn(await flow.page({}, visitor))
      const allow = { allow: 'true' }
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      assert.equal((await visitor.post(form, allow, foreign)).status, 403)
      const { authenticity_token: _, ...fields } = form.fields
      assert.equal((await visitor.post({ ...form, fields }, allow)).status, 403)
      assert.equal((await flow.visitor().post(form, allow)).status, 403)
      const ofAnother = formOn(await flow.page({ state: 'another' }, visitor))
      const token = { authenticity_token: ofAnother.fields['authenticity_token'] ?? '' }
      assert.equal((await visitor.post(form, { ...allow, ...token })).status, 403)
      const otherClient = { ...allow, client_id: other.client.clientId }
      assert.equal((await visitor.post(form, otherClient)).status, 403)
      const get = await visitor.get(`${flow.path}?${new URLSearchParams({ ...form.fields, ...allow })}`)
      assert.deepEqual([get.status, get.location], [200, undefined], 'a link approves nothing')
      assert.equal((await visitor.post(form, allow)).status, 303)
    })

    await t.test(
      'clickjacking and leaks: the page is not framed, cached, or sent as a referrer',
      async () => {
        const { headers } = await flow.page()
        assert.equal(headers.get('x-frame-options'), 'DENY')
        assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('referrer-policy'), 'same-origin')
      },
    )

    await t.test('a token of OAuth 1.0a is not valid for OAuth 2.0, and the reverse', async () => {
      const { context, server, app, user, client } = flow
      const { access_token: access, refresh_token: refresh } = await flow.tokens()
      const code = await flow.code()
      const old = await issueToken(context, { appId: app.appId, userId: user.id })
      for (const token of [old.accessToken, old.accessTokenSecret, refresh, code, client.clientId]) {
        assert.equal(await flow.status(POST, token), 401, String(token))
      }
      const consumer = { key: app.consumerKey, secret: app.consumerSecret }
      for (const token of [
        { key: String(access), secret: '' },
        { key: old.accessToken, secret: String(access) },
      ]) {
        const response = await signedFetch(`${server.url}${POST}`, { method: 'GET', consumer, token })
        assert.equal(response.status, 401)
      }
      const keys = { authorization: `Basic ${btoa(`${app.consumerKey}:${app.consumerSecret}`)}` }
      const byKeys = await flow.post('/2/oauth2/token', { grant_type: 'refresh_token', client_id: '' }, keys)
      assert.deepEqual([byKeys.status, byKeys.body['error']], [401, 'invalid_client'])
      assert.ok(await works(access))
    })

    await t.test('stolen database: tokens and codes are stored as hashes', async () => {
      const code = await flow.code()
      const { body } = await flow.exchange(await flow.code())
      const { store } = flow.context
      const rows = [await store.rows(codes, {}), await store.rows(grants, {}), await store.rows(clients, {})]
      const text = JSON.stringify(rows, (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      assert.ok(text.includes(flow.client.clientId))
      for (const value of [code, body['access_token'], body['refresh_token'], secret.client.clientSecret]) {
        assert.ok(!text.includes(String(value)))
      }
    })

    await t.test(
      'bounded: a user can have 20 grants for an app, and a further grant ends the oldest grant',
      async () => {
        const first = await flow.tokens()
        for (let count = 0; count < 20; count += 1) await flow.tokens()
        assert.equal(await works(first['access_token']), false)
      },
    )
  })
}
