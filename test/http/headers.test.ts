/** Tests response headers: spec/http.md#response-headers, spec/versioning.md#deprecation-headers. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { joinOwnProject } from '../../src/domain/apps/projects/own-project.ts'
import { createTestApp } from '../support/api-client.ts'
import type { Hooks } from '../support/engines.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, headerOf, requestText, Wire, type WireAnswer } from '../support/http/wire.ts'
import {
  type SharedServer,
  serverFor,
  sharedServer,
  startTestServer,
  type TestServerOptions,
} from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'
import { createOneUser } from '../support/users.ts'

const NOON = Date.UTC(2020, 7, 12, 12)

/** The endpoints of the test. The clock of the server stands at noon of 12 August 2020. */
function optionsWith(settings: Record<string, string> = {}, clock = new TestClock(NOON)): TestServerOptions {
  return { clock, settings, families: testFamilies() }
}

/** One server for all tests that need no settings and do not move the clock. */
const shared = sharedServer(optionsWith())

/** Makes an app, on the shared server or on a server for one test. */
async function begin(t: Hooks, source: TestServerOptions | SharedServer) {
  const server = await serverFor(t, source)
  const app = await createTestApp(server.context)
  const authorization = ['authorization', app.asApp('GET', '')] as const
  return {
    ...server,
    app,
    authorization,
    ask: (line: string, ...headers: (readonly [string, string])[]) =>
      exchange(server.url, requestText(`${line} HTTP/1.1`, [authorization, ...headers])),
  }
}

function record({ headers }: WireAnswer): Record<string, string> {
  return Object.fromEntries(headers)
}

describe('headers of responses', () => {
  test('spec/http.md#response-headers: every v1.1 response, even an error, has the recorded headers', async (t) => {
    const { ask } = await begin(t, shared)
    for (const path of ['/1.1/test/echo/1.json', '/1.1/nothing.json', '/1.1/test/fail.json']) {
      const headers = record(await ask(`GET ${path}`))
      const now = 'Wed, 12 Aug 2020 12:00:00 GMT'
      const fixed = {
        date: now,
        'last-modified': now,
        'content-type': 'application/json;charset=utf-8',
        'content-disposition': 'attachment; filename=json.json',
        'cache-control': 'no-cache, no-store, must-revalidate, pre-check=0, post-check=0',
        pragma: 'no-cache',
        expires: 'Tue, 31 Mar 1981 05:00:00 GMT',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'x-xss-protection': '0',
      }
      for (const [name, value] of Object.entries(fixed)) assert.equal(headers[name], value, `${path} ${name}`)
      assert.match(headers['x-transaction'] ?? '', /^[0-9a-f]{16}$/)
      assert.match(headers['x-connection-hash'] ?? '', /^[0-9a-f]{32}$/)
      assert.match(headers['x-response-time'] ?? '', /^\d+$/)
      assert.equal(headers['strict-transport-security'], undefined)
      assert.equal(headers['access-control-allow-origin'], undefined)
    }
  })

  test('spec/versioning.md#dates: header names are in mixed case until 2017-05-08, even on errors and streams', async (t) => {
    const { ask, url } = await begin(t, optionsWith({ api_date: '2017-05-07' }))
    const answers = [
      await ask('GET /1.1/test/echo/1.json'),
      await ask('GET /1.1/nothing.json'),
      await exchange(url, requestText('GET /1.1/statuses/sample.json HTTP/1.1')),
    ]
    for (const { headers } of answers) {
      for (const [name] of headers)
        assert.match(name, /^(?:ETag|WWW-Authenticate|[A-Z][a-z]*(?:-[A-Z][a-z]*)*)$/)
    }
    const names = new Set(answers[0]?.headers.map(([name]) => name))
    for (const name of ['Content-Type', 'Content-Length', 'X-Access-Level', 'Status'])
      assert.ok(names.has(name), name)
    const { ask: later } = await begin(t, optionsWith({ api_date: '2017-05-08' }))
    for (const [name] of (await later('GET /1.1/test/echo/1.json')).headers)
      assert.equal(name, name.toLowerCase())
  })

  test('spec/http.md#response-headers: status repeats the status line', async (t) => {
    const { ask } = await begin(t, shared)
    for (const path of ['/1.1/test/echo/1.json', '/1.1/nothing.json', '/1/a.json', '/1.1/test/fail.json']) {
      const answer = await ask(`GET ${path}`)
      assert.equal(`HTTP/1.1 ${headerOf(answer, 'status')}`, answer.line)
    }
  })

  test('spec/http.md#response-headers: Labs and /2/ have their own cache headers and content types, even on problems', async (t) => {
    const { ask } = await begin(t, shared)
    for (const path of ['/labs/2/tweets', '/labs/2/nothing', '/2/tweets/search/stream?id=x']) {
      const answer = await ask(`GET ${path}`)
      const headers = record(answer)
      const type = answer.status === 400 ? 'application/problem+json' : 'application/json'
      assert.equal(headers['content-type'], `${type}; charset=utf-8`)
      assert.equal(headers['cache-control'], 'no-cache, no-store, max-age=0')
      assert.equal(headers['expires'], 'Tue, 31 Mar 1981 05:00:00 GMT')
      assert.equal(answer.headers.filter(([name]) => name === 'content-type').length, 1)
    }
  })

  test('spec/v2.md#headers-and-windows: every response of /2/, even a stream, has api-version; responses of other families do not', async (t) => {
    const { url, context } = await startTestServer(t)
    const app = await createTestApp(context)
    await joinOwnProject(context, app.appId)
    const versionAt = async (path: string, method = 'GET') => {
      const headers = { authorization: app.asApp(method, `${url}${path}`) }
      const answer = await fetch(`${url}${path}`, { method, headers })
      await answer.body?.cancel()
      return [answer.status, answer.headers.get('api-version')]
    }
    assert.deepEqual(await versionAt('/2/tweets?ids=5'), [200, '2.54'])
    assert.deepEqual(await versionAt('/2/tweets'), [400, '2.54'])
    assert.deepEqual(await versionAt('/2/nothing'), [404, '2.54'])
    assert.deepEqual(await versionAt('/2/tweets', 'POST'), [403, '2.54'])
    assert.deepEqual(await versionAt('/2/tweets/sample/stream'), [200, '2.54'])
    assert.deepEqual(await versionAt('/labs/2/tweets?ids=5'), [200, null])
    assert.deepEqual(await versionAt('/1.1/users/show.json?user_id=5'), [404, null])
  })

  test('spec/http.md#response-headers: x-access-level is the level of the token, `read` for a bearer token, and absent without authentication', async (t) => {
    const { app, ask, context, url } = await begin(t, shared)
    assert.equal(headerOf(await ask('GET /1.1/test/echo/1.json'), 'x-access-level'), 'read')
    const user = await createOneUser(context)
    const asUser = await app.asUser(user.id)
    const target = `${url}/1.1/test/echo/1.json`
    const answer = await fetch(target, { headers: { authorization: asUser('GET', target) } })
    assert.equal(answer.headers.get('x-access-level'), 'read-write-directmessages')
    const anonymous = await exchange(url, requestText('GET /1.1/test/echo/1.json HTTP/1.1'))
    assert.equal(headerOf(anonymous, 'x-access-level'), undefined)
  })

  test('spec/clients.md#answers: the header date is correct, even in parser errors, because the client twit sets its clock from it', async (t) => {
    const clock = new TestClock(NOON)
    const { ask, url } = await begin(t, optionsWith({}, clock))
    for (const now of [NOON, NOON + 999, NOON + 1_000, NOON + 86_400_000]) {
      clock.set(now)
      const date = new Date(now).toUTCString()
      assert.equal(headerOf(await ask('GET /1.1/test/echo/1.json'), 'date'), date)
      assert.equal(headerOf(await exchange(url, 'nonsense\r\n\r\n'), 'date'), date)
    }
  })

  test('the connection hash identifies the connection, and the transaction identifies the request', async (t) => {
    const { url } = await begin(t, shared)
    const [one, other] = [await Wire.open(url), await Wire.open(url)]
    const seen: { hash: string | undefined; transaction: string | undefined }[] = []
    for (const wire of [one, one, other]) {
      wire.send(requestText('GET /nothing HTTP/1.1'))
      const answer = await wire.answer()
      seen.push({
        hash: headerOf(answer, 'x-connection-hash'),
        transaction: headerOf(answer, 'x-transaction'),
      })
    }
    one.close()
    other.close()
    assert.equal(new Set(seen.map(({ transaction }) => transaction)).size, 3)
    assert.equal(seen[0]?.hash, seen[1]?.hash)
    assert.notEqual(seen[0]?.hash, seen[2]?.hash)
  })

  test('spec/http.md#compression: responses use gzip when accept-encoding allows it, and content-length is exact', async (t) => {
    const { url, authorization } = await begin(t, shared)
    const plain = JSON.stringify({ text: 'a'.repeat(100_000) })
    for (const [accepted, packed] of [
      [undefined, false],
      ['gzip', true],
      ['br;q=1.0, gzip;q=0.8, deflate;q=0.5, *;q=0.1', true],
      ['*', true],
      ['gzip;q=0, *', false],
      ['identity', false],
    ] as const) {
      const headers = accepted === undefined ? [] : [['accept-encoding', accepted] as const]
      const wire = await Wire.open(url)
      wire.send(
        requestText('GET /1.1/test/large.json HTTP/1.1', [
          authorization,
          ['connection', 'close'],
          ...headers,
        ]),
      )
      const sent = Buffer.from(await wire.end(), 'latin1')
      const head = sent.subarray(0, sent.indexOf('\r\n\r\n')).toString('latin1')
      const body = sent.subarray(sent.indexOf('\r\n\r\n') + 4)
      assert.equal(/^content-encoding: gzip$/m.test(head), packed, `for ${accepted}`)
      assert.equal(Number(/content-length: (\d+)/.exec(head)?.[1]), body.length)
      assert.match(head, /^vary: accept-encoding$/m)
      assert.equal((packed ? gunzipSync(body) : body).toString(), plain)
    }
  })

  test('responses of the API allow only the configured origin, and without this setting no origin', async (t) => {
    const origin = 'https://app.example'
    const { ask } = await begin(t, optionsWith({ cors_origin: origin }))
    const preflight = await ask('OPTIONS /1.1/test/read.json', ['origin', origin])
    assert.equal(preflight.status, 204)
    assert.equal(headerOf(preflight, 'access-control-allow-origin'), origin)
    assert.equal(headerOf(preflight, 'access-control-allow-methods'), 'GET, POST, PUT, DELETE')
    assert.equal(headerOf(preflight, 'access-control-allow-headers'), 'authorization, content-type')
    const answer = await ask('GET /1.1/test/read.json', ['origin', 'https://evil.example'])
    assert.equal(headerOf(answer, 'access-control-allow-origin'), origin)
    assert.match(headerOf(answer, 'access-control-expose-headers') ?? '', /x-rate-limit-remaining/)
    assert.equal(headerOf(answer, 'access-control-allow-credentials'), undefined)
    const page = await ask('GET /versioning', ['origin', origin])
    assert.equal(headerOf(page, 'access-control-allow-origin'), undefined, 'a page is for people')
    const { ask: dated } = await begin(t, optionsWith({ cors_origin: origin, test_controls: 'on' }))
    const allowed = headerOf(await dated('OPTIONS /1.1/test/read.json'), 'access-control-allow-headers')
    assert.equal(allowed, 'authorization, content-type, aviary-api-date')
    const { ask: without } = await begin(t, shared)
    assert.equal((await without('OPTIONS /1.1/test/read.json', ['origin', origin])).status, 404)
  })
})

describe('spec/versioning.md#deprecation-headers: headers of a deprecated endpoint', () => {
  const STREAM = 'GET /labs/1/tweets/stream/filter'
  const signals = (answer: WireAnswer) =>
    ['deprecation', 'sunset', 'link'].map((name) => headerOf(answer, name))
  const NONE = [undefined, undefined, undefined]
  const ALL = [
    '@1597190400',
    'Mon, 12 Oct 2020 00:00:00 GMT',
    '</versioning>; rel="deprecation"; type="text/html", </versioning>; rel="sunset"; type="text/html", ' +
      '</2/tweets/search/stream>; rel="successor-version"',
  ]

  test('by default the day is 2020-08-12: a deprecated endpoint works, and every response announces its end', async (t) => {
    const { ask, url } = await begin(t, shared)
    for (const status of [200, 200, 429]) {
      const answer = await ask(STREAM)
      assert.equal(answer.status, status)
      assert.deepEqual(signals(answer), ALL)
    }
    const refused = await exchange(url, requestText(`${STREAM} HTTP/1.1`))
    assert.equal(refused.status, 401)
    assert.deepEqual(signals(refused), ALL)
    assert.deepEqual(signals(await ask('GET /labs/2/tweets')), NONE)
  })

  test('on a fixed day, an endpoint sends no headers before its deprecation, and 410 from its sunset on', async (t) => {
    const { ask: early } = await begin(t, optionsWith({ api_date: '2020-08-11' }))
    assert.deepEqual(signals(await early(STREAM)), NONE)
    const { ask: late } = await begin(t, optionsWith({ api_date: '2020-10-12' }))
    const answer = await late(STREAM)
    assert.equal(answer.status, 410)
    assert.deepEqual(JSON.parse(answer.body), {
      title: 'Gone',
      type: 'about:blank',
      status: 410,
      detail: 'This endpoint was retired on 2020-10-12. Use /2/tweets/search/stream.',
    })
    assert.deepEqual(signals(answer), NONE)
  })

  test('with the day `live`, the clock decides, and the day changes at midnight UTC', async (t) => {
    const clock = new TestClock(Date.UTC(2020, 7, 12) - 1_000)
    const { ask } = await begin(t, optionsWith({ api_date: 'live' }, clock))
    assert.deepEqual(signals(await ask(STREAM)), NONE)
    clock.advance(1_000)
    assert.deepEqual(signals(await ask(STREAM)), ALL)
    clock.set(Date.UTC(2020, 9, 12) - 1)
    assert.equal((await ask(STREAM)).status, 200)
    clock.set(Date.UTC(2020, 9, 12))
    assert.equal((await ask(STREAM)).status, 410)
  })

  test('with the day `latest`, served endpoints are never retired or announced, and other endpoints stay 410', async (t) => {
    const { ask } = await begin(t, optionsWith({ api_date: 'latest' }, new TestClock(Date.UTC(2030, 0, 1))))
    const answer = await ask(STREAM)
    assert.equal(answer.status, 200)
    assert.deepEqual(signals(answer), NONE)
    assert.equal((await ask('GET /1/statuses/show.json')).status, 410)
  })

  test('the link to a successor contains the id from the request', async (t) => {
    const { ask } = await begin(t, optionsWith({ api_date: '2020-08-20' }))
    const link = headerOf(await ask('PUT /labs/2/tweets/42/hidden'), 'link')
    assert.match(link ?? '', /<\/2\/tweets\/42\/hidden>; rel="successor-version"$/)
  })

  test('the page /versioning, to which the headers link, names deprecated paths, their ends and their successors', async (t) => {
    const { ask } = await begin(t, shared)
    const page = await ask('GET /versioning')
    assert.equal(page.status, 200)
    assert.equal(headerOf(page, 'content-type'), 'text/html;charset=utf-8')
    for (const text of ['/labs/1/tweets/stream/filter', '2020-10-12', '/2/tweets/search/stream']) {
      assert.ok(page.body.includes(text), text)
    }
  })
})

describe('spec/versioning.md#retired-paths: retired paths', () => {
  const RETIRED = [
    ['GET /1/statuses/user_timeline.json', 68],
    ['POST /1/statuses/update.json', 68],
    ['GET /1.1/direct_messages.json', 251],
    ['GET /1.1/direct_messages/sent.json?count=5', 251],
    ['GET /1.1/direct_messages/show.json', 251],
    ['POST /1.1/direct_messages/new.json', 251],
    ['POST /1.1/direct_messages/destroy.json', 251],
  ] as const

  for (const [line, code] of RETIRED) {
    test(`410/${code} ${line}, without authentication`, async (t) => {
      const { url } = await begin(t, shared)
      const answer = await exchange(url, requestText(`${line} HTTP/1.1`))
      assert.equal(answer.status, 410)
      assert.equal(JSON.parse(answer.body).errors[0].code, code)
      assert.equal(headerOf(answer, 'x-rate-limit-limit'), undefined)
    })
  }

  test('Labs v1 lookups get 410 with their successor; unknown paths and other methods get 404/34', async (t) => {
    const { ask, context, app } = await begin(t, shared)
    const gone = await ask('GET /labs/1/tweets?ids=1')
    assert.equal(gone.status, 410)
    assert.equal(JSON.parse(gone.body).detail, 'This endpoint was retired on 2020-07-08. Use /labs/2/tweets.')
    const hidden = JSON.parse((await ask('PUT /labs/1/tweets/12/hidden')).body)
    assert.equal(hidden.detail, 'This endpoint was retired on 2020-07-08. Use /labs/2/tweets/12/hidden.')
    assert.equal((await ask('POST /1.1/direct_messages.json')).status, 404)
    assert.equal((await ask('GET /labs/1/nothing')).status, 404)
    // A suspended owner also gets 410, because a retired path does not authenticate callers.
    const user = await createOneUser(context)
    await changeUserState(context, { userId: user.id, action: 'suspend' })
    const asUser = await app.asUser(user.id)
    assert.equal((await ask('GET /1/a.json', ['authorization', asUser('GET', 'http://x/')])).status, 410)
  })
})
