/**
 * Tests every error code that the pipeline and endpoints send over HTTP: spec/errors.md#code-table and
 * spec/errors.md#problem-objects.
 */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { StoreCorrupt } from '../../src/db/errors.ts'
import type { Engine } from '../../src/db/query.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken, revokeToken } from '../../src/domain/apps/tokens.ts'
import { createLogger } from '../../src/lib/log.ts'
import { ask, bearer, createTestApp, signature } from '../support/api-client.ts'
import { ENGINES, type Hooks } from '../support/engines.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, headerOf, requestText, Wire } from '../support/http/wire.ts'
import { slowOnPostgres } from '../support/part.ts'
import { type SharedServer, serverFor, sharedServer, type TestServerOptions } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

const NOON = Date.UTC(2020, 7, 12, 12)
const READ = '/1.1/test/read.json'

/** The endpoints of the tests, at a clock that stands at noon. */
const optionsOn = (engine: Engine) => ({ engine, clock: new TestClock(NOON), families: testFamilies() })

/** Servers for the tests that need no other options and do not damage the server. */
const shared = { sqlite: sharedServer(optionsOn('sqlite')), postgres: sharedServer(optionsOn('postgres')) }

/** Makes a user and an app with a token, on the shared server or on a server for one test. */
async function stage(t: Hooks, source: TestServerOptions | SharedServer) {
  const server = await serverFor(t, source)
  const { context, url } = server
  const { clock } = context
  const user = await createOneUser(context)
  const app = await createApp(context, { name: 'Test', ownerId: user.id, permissions: 'read' })
  const { accessToken, accessTokenSecret } = await issueToken(context, {
    appId: app.appId,
    userId: user.id,
  })
  const consumer = { key: app.consumerKey, secret: app.consumerSecret }
  const token = { key: accessToken, secret: accessTokenSecret }
  const signer = (changes: Partial<Record<'consumer' | 'token', { key: string; secret: string }>> = {}) =>
    signature(changes.consumer ?? consumer, changes.token ?? token, () => clock.now())
  return {
    ...server,
    clock,
    user,
    app,
    consumer,
    token,
    signer,
    asApp: bearer(app.bearerToken),
    /** Status, code and message. */
    async refusal(path: string, credentials?: ReturnType<typeof bearer>, method = 'GET') {
      return errorOf(await ask(`${url}${path}`, credentials, method))
    },
  }
}

function errorOf({ status, text }: { readonly status: number; readonly text: string }) {
  const { errors } = JSON.parse(text) as { errors: { code: number; message: string }[] }
  assert.equal(errors.length, 1)
  return [status, errors[0]?.code, errors[0]?.message]
}

const COULD_NOT_AUTHENTICATE = 'Could not authenticate you.'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const begin = (t: Hooks) => stage(t, shared[engine])
  const beginAlone = (t: Hooks, options: TestServerOptions = {}) =>
    stage(t, { ...optionsOn(engine), ...options })
  describe(`v1.1 errors on ${engine}`, () => {
    test('400/215 no credentials at all, and an unreadable Authorization header', async (t) => {
      const { refusal, signer, url } = await begin(t)
      const expected = [400, 215, 'Bad Authentication data.']
      assert.deepEqual(await refusal(READ), expected)
      for (const header of [
        '',
        'Bearer',
        'Bearer a b',
        'Bearer a, b',
        'Basic YTpi',
        'Digest x',
        'OAuth',
        'OAuth x',
      ]) {
        assert.deepEqual(await refusal(READ, () => header), expected, header)
      }
      const header = signer()('GET', `${url}${READ}`)
      for (const missing of [
        'oauth_consumer_key',
        'oauth_nonce',
        'oauth_signature',
        'oauth_signature_method',
        'oauth_timestamp',
        'oauth_token',
      ]) {
        const without = header.replace(new RegExp(`${missing}="[^"]*"(, )?`), '')
        assert.notEqual(without, header)
        assert.deepEqual(await refusal(READ, () => without), expected, missing)
      }
    })

    test('401/32 unknown consumer key, wrong secret of app or token', async (t) => {
      const { refusal, signer, consumer, token } = await begin(t)
      for (const changes of [
        { consumer: { key: 'unknown', secret: consumer.secret } },
        { consumer: { ...consumer, secret: 'wrong' } },
        { token: { ...token, secret: 'wrong' } },
        { token: { ...token, secret: '' } },
      ]) {
        assert.deepEqual(await refusal(READ, signer(changes)), [401, 32, COULD_NOT_AUTHENTICATE])
      }
    })

    test('401/135 a timestamp out of the window', async (t) => {
      const { refusal, consumer, token, clock } = await begin(t)
      for (const seconds of [-301, 301, -86_400]) {
        const late = signature(consumer, token, () => clock.now() + seconds * 1000)
        assert.deepEqual(await refusal(READ, late), [401, 135, COULD_NOT_AUTHENTICATE])
      }
    })

    test('401/89 unknown, revoked and foreign tokens; unknown bearer', async (t) => {
      const { refusal, signer, token, context } = await begin(t)
      const expected = [401, 89, 'Invalid or expired token.']
      const foreign = await createTestApp(context)
      const consumer = { key: foreign.consumerKey, secret: foreign.consumerSecret }
      assert.deepEqual(await refusal(READ, signer({ consumer })), expected)
      assert.deepEqual(await refusal(READ, signer({ token: { ...token, key: '1-unknown' } })), expected)
      assert.deepEqual(await refusal(READ, bearer('AAAAunknown')), expected)
      await revokeToken(context, token.key)
      assert.deepEqual(await refusal(READ, signer()), expected)
    })

    test('403/64 the owner of the token is suspended; spec/errors.md#authentication-order: after 89, before 261', async (t) => {
      const { refusal, signer, user, context, token } = await begin(t)
      await changeUserState(context, { userId: user.id, action: 'suspend' })
      const suspended = [403, 64, 'Your account is suspended and is not permitted to access this feature.']
      assert.deepEqual(await refusal(READ, signer()), suspended)
      assert.deepEqual(await refusal('/1.1/test/write.json', signer(), 'POST'), suspended)
      await revokeToken(context, token.key)
      assert.equal((await refusal(READ, signer()))[1], 89)
    })

    test('403/261 a write with a read-only token, and with the bearer of a read-only app', async (t) => {
      const { refusal, signer, asApp } = await begin(t)
      const expected = [403, 261, 'Application cannot perform write actions.']
      assert.deepEqual(await refusal('/1.1/test/write.json', signer(), 'POST'), expected)
      assert.deepEqual(await refusal('/1.1/test/write.json', asApp, 'POST'), expected)
      assert.deepEqual(await refusal('/1.1/test/write_as_app.json', asApp, 'POST'), expected)
    })

    test('403/220 a bearer token on a user-context endpoint', async (t) => {
      const { refusal, asApp, context } = await begin(t)
      const expected = [403, 220, 'Your credentials do not allow access to this resource.']
      assert.deepEqual(await refusal('/1.1/account/verify_credentials.json', asApp), expected)
      const writer = await createTestApp(context)
      assert.deepEqual(await refusal('/1.1/test/write.json', writer.asApp, 'POST'), expected)
    })

    test('404/34 for an unknown path, a wrong method, and a path without its format', async (t) => {
      const { refusal, asApp } = await begin(t)
      const expected = [404, 34, 'Sorry, that page does not exist.']
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/1.1/nothing.json'],
        ['GET', '/1.1/test/read'],
        ['GET', '/1.1/test/read.json/'],
        ['POST', READ],
        ['DELETE', READ],
        ['GET', '/consoles/'],
      ] as const) {
        assert.deepEqual(await refusal(path, asApp, method), expected, `${method} ${path}`)
      }
    })

    test('406/214 for a format that an endpoint does not have', async (t) => {
      const { refusal, asApp } = await begin(t)
      for (const path of ['/1.1/test/read.xml', '/1.1/test/read.RSS', '/1.1/test/echo/5.atom']) {
        assert.deepEqual(await refusal(path, asApp), [406, 214, 'The only format is .json.'])
      }
    })

    test('400/44 and 400/25 for invalid parameters', async (t) => {
      const { refusal, asApp } = await begin(t)
      assert.deepEqual(await refusal(`${READ}?id=x`, asApp), [400, 44, 'id parameter is invalid.'])
      const bare = await refusal('/1.1/followers/ids.json', asApp)
      assert.deepEqual(bare, [400, 25, 'Query parameters are missing.'])
    })

    test('429/88 when the rate window is used up', async (t) => {
      const { refusal, asApp, url } = await begin(t)
      for (let time = 0; time < 2; time += 1) await ask(`${url}${READ}`, asApp)
      assert.deepEqual(await refusal(READ, asApp), [429, 88, 'Rate limit exceeded'])
    })

    test('410/68 and 410/251 for retired endpoints', async (t) => {
      const { refusal } = await begin(t)
      const old = 'The Twitter REST API v1 is no longer active. Please migrate to API v1.1.'
      assert.deepEqual(await refusal('/1/users/show.json'), [410, 68, old])
      const legacy = 'This endpoint has been retired and should not be used.'
      assert.deepEqual(await refusal('/1.1/direct_messages.json'), [410, 251, legacy])
    })

    test('500/131 an unexpected failure discloses nothing; its log line has the transaction', async (t) => {
      const lines: string[] = []
      const logger = createLogger('info', { write: (line) => lines.push(line) })
      const { url, asApp } = await beginAlone(t, { logger })
      const answer = await ask(`${url}/1.1/test/fail.json`, asApp)
      assert.deepEqual(errorOf(answer), [500, 131, 'Internal error'])
      const line = lines.map((text) => JSON.parse(text)).find(({ msg }) => msg === 'a request failed')
      assert.equal(line.transaction, answer.headers.get('x-transaction'))
      assert.equal(line.err.message, 'a secret reason')
      assert.equal(line.status, 500)
    })

    test('500/131 for a header that cannot be written and therefore is not sent', async (t) => {
      const { url, asApp } = await begin(t)
      const answer = await exchange(
        url,
        requestText('GET /1.1/test/bad_header.json HTTP/1.1', [['authorization', asApp('GET', '')]]),
      )
      assert.deepEqual(errorOf({ status: answer.status, text: answer.body }), [500, 131, 'Internal error'])
      assert.equal(headerOf(answer, 'location'), undefined)
      assert.equal(headerOf(answer, 'x'), undefined)
    })

    test('503/130 the database is busy or corrupt, and the server is not ready', async (t) => {
      const { refusal, asApp, server } = await beginAlone(t)
      const expected = [503, 130, 'Over capacity']
      assert.deepEqual(await refusal('/1.1/test/busy.json', asApp), expected)
      assert.equal((await fetch(`${server.opsUrl}/readyz`)).status, 200)
      server.state.damage = new StoreCorrupt('page 7 is not what was written')
      for (const path of [READ, '/1.1/nothing.json', '/1/a.json']) {
        assert.deepEqual(await refusal(path, asApp), expected)
      }
      const ready = await fetch(`${server.opsUrl}/readyz`)
      assert.equal(ready.status, 503)
      assert.match(await ready.text(), /page 7/)
      assert.equal((await fetch(`${server.opsUrl}/healthz`)).status, 200)
    })

    test('503/130 the database is not available, and retry-after has the time of the next attempt', async (t) => {
      const { url, asApp } = await begin(t)
      const answer = await ask(`${url}/1.1/test/away.json`, asApp)
      assert.deepEqual(errorOf(answer), [503, 130, 'Over capacity'])
      assert.equal(answer.headers.get('retry-after'), '1')
      assert.equal((await ask(`${url}/1.1/test/busy.json`, asApp)).headers.get('retry-after'), null)
    })

    test('503/130 too many concurrent requests or bodies', async (t) => {
      const { url } = await beginAlone(t, { bounds: { requests: 3, bodies: 30_000 } })
      const form = [['content-type', 'application/x-www-form-urlencoded'] as const]
      const head = (length: number) =>
        requestText('POST /1.1/test/write.json HTTP/1.1', [...form, ['content-length', String(length)]])
      const waiting = await Promise.all([1, 2, 3].map(() => Wire.open(url)))
      const [first, second, third] = waiting
      first?.send(head(20_000) + 'x'.repeat(19_999))
      second?.send(head(20_000) + 'x'.repeat(19_999))
      const full = await second?.answer()
      assert.deepEqual(errorOf({ status: full?.status ?? 0, text: full?.body ?? '' }), [
        503,
        130,
        'Over capacity',
      ])
      first?.send('x')
      assert.equal((await first?.answer())?.status, 400)
      // The two large bodies no longer count, so the server can wait for the bodies of three more requests.
      for (const wire of [first, third]) wire?.send(head(2))
      const fourth = await Wire.open(url)
      fourth.send(head(2))
      // Three requests is the maximum, so a further request is refused as soon as the server has received the
      // three.
      for (;;) {
        const answer = await exchange(url, requestText(`GET ${READ} HTTP/1.1`))
        if (answer.status === 503) break
      }
      for (const wire of [first, third, fourth]) {
        wire?.send('ab')
        assert.equal((await wire?.answer())?.status, 400)
      }
      assert.equal((await exchange(url, requestText(`GET ${READ} HTTP/1.1`))).status, 400)
      for (const wire of [...waiting, fourth]) wire.close()
    })

    test('400, 408, 413 and 431 of the parser and the body reader have code 214 and the format of the family', async (t) => {
      const { url } = await beginAlone(t, {
        bounds: { times: { headers: 100, request: 200, checkEvery: 50 } },
      })
      const slow = await Wire.open(url)
      slow.send('GET / HTTP/1.1\r\nhost: a\r\n')
      const large = 'x'.repeat(40_000)
      for (const [answer, expected] of [
        [await exchange(url, 'nonsense\r\n\r\n'), [400, 214, 'Bad request.']],
        [await slow.answer(), [408, 214, 'The request did not arrive in time.']],
        [
          await exchange(url, requestText('GET / HTTP/1.1', [['x', large]])),
          [431, 214, 'The request headers are too large.'],
        ],
        [
          await exchange(
            url,
            requestText('POST /1.1/test/write.json HTTP/1.1', [
              ['content-type', 'application/x-www-form-urlencoded'],
              ['content-length', '100000'],
            ]),
          ),
          [413, 214, 'The request is too large.'],
        ],
      ] as const) {
        assert.deepEqual(errorOf({ status: answer.status, text: answer.body }), expected)
      }
    })
  })
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const begin = (t: Hooks) => stage(t, shared[engine])
  const beginAlone = (t: Hooks, options: TestServerOptions = {}) =>
    stage(t, { ...optionsOn(engine), ...options })
  describe(`Labs and API v2 errors on ${engine}`, () => {
    async function problem(url: string, path: string, credentials?: ReturnType<typeof bearer>) {
      const answer = await ask(`${url}${path}`, credentials)
      assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
      return { status: answer.status, body: JSON.parse(answer.text) as unknown }
    }
    const blank = (status: number, title: string) => ({
      status,
      body: { title, type: 'about:blank', status, detail: title },
    })

    test('401 for all invalid credentials', async (t) => {
      const { url, signer, token } = await begin(t)
      const expected = blank(401, 'Unauthorized')
      assert.deepEqual(await problem(url, '/labs/2/tweets'), expected)
      assert.deepEqual(await problem(url, '/labs/2/tweets', bearer('x')), expected)
      assert.deepEqual(await problem(url, '/2/tweets/search/stream', () => 'OAuth x'), expected)
      const forged = signer({ token: { ...token, secret: 'wrong' } })
      assert.deepEqual(await problem(url, '/labs/2/tweets', forged), expected)
    })

    test('403 a suspended owner; unsupported-authentication names the accepted kinds', async (t) => {
      const { url, signer, user, context, asApp } = await begin(t)
      assert.deepEqual(await problem(url, '/2/test/user', asApp), {
        status: 403,
        body: {
          title: 'Unsupported Authentication',
          detail:
            'Authenticating with OAuth 2.0 Application-Only is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context].',
          type: 'https://api.twitter.com/2/problems/unsupported-authentication',
          status: 403,
        },
      })
      const byUser = await problem(url, '/2/test/app', signer())
      assert.match(
        (byUser.body as { detail: string }).detail,
        /^Authenticating with OAuth 1\.0a User Context .*\[OAuth 2\.0 Application-Only\]\.$/,
      )
      await changeUserState(context, { userId: user.id, action: 'suspend' })
      assert.deepEqual(await problem(url, '/labs/2/tweets', signer()), blank(403, 'Forbidden'))
    })

    test('400 invalid-request with the type of the family, and the error', async (t) => {
      const { url, asApp } = await begin(t)
      for (const [path, base] of [
        ['/labs/1/tweets/stream/filter', 'labs/1'],
        ['/labs/2/tweets', 'labs/2'],
        ['/2/tweets/search/stream', '2'],
      ] as const) {
        const { status, body } = await problem(url, `${path}?id=1a`, asApp)
        assert.equal(status, 400)
        assert.deepEqual(body, {
          errors: [
            {
              parameters: { id: ['1a'] },
              message: 'The `id` query parameter value [1a] does not match ^[0-9]{1,19}$',
            },
          ],
          title: 'Invalid Request',
          detail: 'One or more parameters to your request was invalid.',
          type: `https://api.twitter.com/${base}/problems/invalid-request`,
        })
      }
    })

    test('404 for an unknown path comes from the shared router', async (t) => {
      const { url } = await begin(t)
      for (const path of ['/labs/2/nothing', '/labs/1/nothing', '/2/nothing', '/2', '/labs/2']) {
        const answer = await ask(`${url}${path}`)
        assert.equal(answer.status, 404)
        assert.equal(answer.text, '{"errors":[{"message":"Sorry, that page does not exist","code":34}]}')
        assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
      }
    })

    test('500 and 503 disclose nothing', async (t) => {
      const { url, asApp, server } = await beginAlone(t)
      assert.deepEqual(await problem(url, '/labs/2/test/fail', asApp), blank(500, 'Internal Server Error'))
      server.state.damage = new StoreCorrupt('page 7')
      assert.deepEqual(await problem(url, '/labs/2/tweets', asApp), blank(503, 'Service Unavailable'))
    })
  })
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`403/92: plain HTTP on ${engine}`, () => {
    const proxied = sharedServer({ ...optionsOn(engine), settings: { trusted_proxy: '127.0.0.1' } })
    const via = (proto: string) =>
      [
        ['x-forwarded-proto', proto],
        ['x-forwarded-for', '203.0.113.9'],
      ] as const

    test('plain HTTP is accepted on loopback, and from a trusted proxy that forwards https', async (t) => {
      const { url } = await stage(t, proxied)
      const statusOf = async (...headers: (readonly [string, string])[]) => {
        const answer = await exchange(url, requestText(`GET ${READ} HTTP/1.1`, headers))
        return [answer.status, JSON.parse(answer.body).errors[0].code]
      }
      assert.deepEqual(await statusOf(), [400, 215])
      assert.deepEqual(await statusOf(...via('https')), [400, 215])
      assert.deepEqual(await statusOf(...via('http')), [403, 92])
      assert.deepEqual(await statusOf(['forwarded', 'for=203.0.113.9;proto=http']), [403, 92])
      // A client behind a proxy on loopback does not count as a client on loopback, even if the proxy does
      // not forward its address.
      assert.deepEqual(await statusOf(['x-forwarded-proto', 'http']), [403, 92])
      assert.deepEqual(await statusOf(['forwarded', 'for=_hidden;proto=http']), [403, 92])
    })

    test('the error for plain HTTP comes before all other checks, even for unknown and retired paths', async (t) => {
      const { url } = await stage(t, proxied)
      for (const path of ['/nothing', '/1/a.json', '/1.1/direct_messages.json']) {
        const answer = await exchange(url, requestText(`GET ${path} HTTP/1.1`, via('http')))
        assert.equal(answer.body, '{"errors":[{"code":92,"message":"SSL is required"}]}')
      }
      const labs = await exchange(url, requestText('GET /labs/2/tweets HTTP/1.1', via('http')))
      assert.equal(labs.status, 403)
      assert.equal(JSON.parse(labs.body).title, 'Forbidden')
    })

    test('plain HTTP is accepted from networks that the operator names', async (t) => {
      const { url } = await stage(t, {
        ...optionsOn(engine),
        settings: { trusted_proxy: '127.0.0.1', insecure_http: '203.0.113.0/24' },
      })
      const answer = await exchange(url, requestText(`GET ${READ} HTTP/1.1`, via('http')))
      assert.equal(answer.status, 400)
    })
  })
}
