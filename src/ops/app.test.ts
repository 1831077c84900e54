import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ask, bearer, createTestApp, signature } from '../../test/support/api-client.ts'
import { slowTest } from '../../test/support/part.ts'
import { sharedServer, startTestServer } from '../../test/support/server.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { createOneUser } from '../../test/support/users.ts'
import { issueToken } from '../domain/apps/tokens.ts'

interface Answer {
  readonly status: number
  readonly body: string
}

/** Headers with the operator token in a data directory. */
function asOperator({ data }: { readonly data: string }): Record<string, string> {
  return { authorization: `Bearer ${readFileSync(join(data, 'operator.token'), 'utf8').trim()}` }
}

/** Sends a request to the admin listener with any headers, including Host. */
function askOps(
  opsUrl: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(opsUrl)
    const options = { host: '127.0.0.1', port, path, method, headers }
    request(options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })
}

describe('the admin listener', () => {
  /** For the tests that neither count requests nor depend on the failures of other tests. */
  const shared = sharedServer()

  test('health and readiness are served, and metrics in the Prometheus format', async (t) => {
    const { server, url, context } = await startTestServer(t)
    const { opsUrl } = server
    assert.deepEqual(await askOps(opsUrl, '/healthz'), { status: 200, body: '{"status":"ok"}' })
    assert.deepEqual(await askOps(opsUrl, '/readyz'), { status: 200, body: '{"status":"ready"}' })
    for (const path of ['/healthz', '/readyz', '/metrics'])
      assert.deepEqual(await askOps(opsUrl, path, {}, 'HEAD'), { status: 200, body: '' })
    const app = await createTestApp(context)
    await ask(`${url}/1.1/followers/ids.json?user_id=1`, app.asApp)
    await ask(`${url}/nothing`)
    const { body } = await askOps(opsUrl, '/metrics')
    for (const line of [
      'aviary_requests_total{family="v1.1",method="GET",path="/1.1/followers/ids.json",status="404"} 1',
      'aviary_requests_total{family="v1.1",method="any",path="none",status="404"} 1',
      'aviary_request_seconds_count{family="v1.1"} 2',
      'aviary_requests_running 0',
    ]) {
      assert.ok(body.includes(`${line}\n`), line)
    }
    for (const name of [
      'process_cpu_seconds_total',
      'aviary_statement_seconds_bucket',
      'aviary_connections',
    ]) {
      assert.match(body, new RegExp(`^# TYPE ${name.replace('_bucket', '')} `, 'm'))
    }
    // By Prometheus convention the names of counters end in _total.
    const types = [...body.matchAll(/^# TYPE (aviary_\S+) (\S+)$/gm)]
    assert.ok(types.length > 30)
    for (const [, name = '', type] of types) assert.equal(type === 'counter', name.endsWith('_total'), name)
    for (const name of [
      'aviary_user_cache_hits',
      'aviary_post_cache_misses',
      'aviary_newest_post_cache_hits',
      'aviary_timeline_cache_hits',
      'aviary_post_cache_renderings_made',
      'aviary_rate_window_evictions',
      'aviary_stream_dropped_posts',
      'aviary_stream_history_events',
      'aviary_stream_history_deflated_bytes',
    ]) {
      assert.match(body, new RegExp(`^# TYPE ${name}_total counter$`, 'm'))
      assert.match(body, new RegExp(`^${name}_total \\d+$`, 'm'))
    }
    const { headers } = await fetch(`${opsUrl}/metrics`)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  })

  test('readiness queries the database, and reports when the database does not respond', async (t) => {
    const { server } = await startTestServer(t)
    await server.tail.close()
    await server.runtime.store.close()
    const answer = await askOps(server.opsUrl, '/readyz')
    assert.equal(answer.status, 503)
    assert.match(answer.body, /"reason":"the store is closed"/)
    assert.equal((await askOps(server.opsUrl, '/healthz')).status, 200)
  })

  test('an unknown Host is refused, which prevents DNS rebinding', async () => {
    const { server, config } = await shared()
    const { port } = new URL(server.opsUrl)
    const path = '/oauth/failures'
    const operator = asOperator(config)
    for (const host of [
      'localhost',
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      '[::1]',
      'LOCALHOST',
      '10.0.0.7:8081',
      '[fd00::7]:8081',
    ]) {
      assert.equal((await askOps(server.opsUrl, path, { ...operator, host })).status, 200, host)
    }
    for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.7.evil.example']) {
      assert.equal((await askOps(server.opsUrl, path, { ...operator, host })).status, 421, host)
      assert.equal((await askOps(server.opsUrl, '/healthz', { host }, 'POST')).status, 421, host)
    }
  })

  test('probes and scrapers may use any host name', async () => {
    const { server } = await shared()
    for (const path of ['/healthz', '/readyz', '/metrics', '/healthz?from=probe']) {
      assert.equal((await askOps(server.opsUrl, path, { host: 'aviary.internal:8081' })).status, 200, path)
    }
  })

  test('spec/errors.md#authentication-order: the admin listener explains failures of requests with unreadable credentials', async (t) => {
    const { server, url, config } = await startTestServer(t)
    const target = `${url}/1.1/account/verify_credentials.json`
    const fields =
      'oauth_consumer_key="key", oauth_nonce="n", oauth_signature="s", oauth_timestamp="1", oauth_token="t"'
    for (const [header, reason, key] of [
      [`OAuth ${fields}, oauth_signature_method="PLAINTEXT"`, /HMAC-SHA1/, 'key'],
      [`OAuth ${fields}`, /oauth_signature_method is missing/, ''],
    ] as const) {
      await ask(target, () => header)
      const query = `consumer_key=${key}&consumer_key=other`
      const { body } = await askOps(server.opsUrl, `/oauth/failures?${query}`, asOperator(config))
      const [failure] = (JSON.parse(body) as { failures: Record<string, string>[] }).failures
      assert.match(failure?.['reason'] ?? '', reason)
      assert.equal(failure?.['path'], '/1.1/account/verify_credentials.json')
    }
  })

  test('changes require the operator token, and requests from browsers are refused', async () => {
    const { server, config } = await shared()
    const file = join(config.data, 'operator.token')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const token = readFileSync(file, 'utf8').trim()
    const post = (headers: Record<string, string>, method = 'POST') =>
      askOps(server.opsUrl, '/anything', headers, method)
    const authorization = `Bearer ${token}`
    // There is no such route, so the response is 404 if the request is admitted.
    assert.equal((await post({ authorization })).status, 404)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      assert.equal((await post({}, method)).status, 401, method)
      assert.equal((await post({ authorization: 'Bearer wrong' }, method)).status, 401)
      assert.equal((await post({ authorization: `Bearer ${token}x` }, method)).status, 401)
      assert.equal((await post({ authorization, origin: 'http://localhost' }, method)).status, 403)
      assert.equal((await post({ authorization, host: 'evil.example' }, method)).status, 421)
    }
    assert.ok(!(await post({})).body.includes(token))
  })

  test('GET /oauth/failures requires the operator token, because base strings contain texts of users', async () => {
    const { server, url, config } = await shared()
    await ask(
      `${url}/1.1/account/verify_credentials.json?q=a%20private%20text`,
      () => 'OAuth oauth_nonce="n"',
    )
    const paths = ['/oauth/failures', '/oauth/failures?consumer_key=', '/oauth/failures/', '/anything']
    for (const path of paths) {
      for (const method of ['GET', 'HEAD']) {
        for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic eDp5' }]) {
          const { status, body } = await askOps(server.opsUrl, path, headers, method)
          assert.equal(status, 401, `${method} ${path}`)
          assert.doesNotMatch(body, /base_string|private/)
        }
      }
    }
    const { status, body } = await askOps(server.opsUrl, '/oauth/failures', asOperator(config))
    assert.equal(status, 200)
    assert.match(body, /"failures":\[\{/)
  })

  slowTest('the token stays through a restart', async (t) => {
    const { close, config } = await startTestServer(t)
    const read = () => readFileSync(join(config.data, 'operator.token'), 'utf8')
    const before = read()
    await close()
    await startTestServer(t, { config })
    assert.equal(read(), before)
    assert.match(before, /^[A-Za-z0-9]{43}\n$/)
  })

  test('one call explains a failed signature, by consumer key, without secrets', async (t) => {
    const clock = new TestClock()
    const { server, url, context, config } = await startTestServer(t, { clock })
    const operator = asOperator(config)
    const [app, other] = [await createTestApp(context), await createTestApp(context)]
    const user = await createOneUser(context)
    const token = await issueToken(context, { appId: app.appId, userId: user.id })
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    const asToken = { key: token.accessToken, secret: token.accessTokenSecret }
    const path = '/1.1/account/verify_credentials.json?oauth_verifier=9876543&name=x%20y'
    const forged = signature(consumer, { ...asToken, secret: 'wrong' }, () => clock.now())
    assert.equal((await ask(`${url}${path}`, forged)).status, 401)
    const late = signature(consumer, asToken, () => clock.now() - 400_000)
    assert.equal((await ask(`${url}${path}`, late)).status, 401)
    await ask(`${url}/1.1/followers/ids.json`, bearer('unknown'))
    const unknown = signature({ key: 'nobody', secret: 'x' }, asToken, () => clock.now())
    await ask(`${url}${path}`, unknown)
    const listed = async (query: string) =>
      JSON.parse((await askOps(server.opsUrl, `/oauth/failures${query}`, operator)).body).failures as {
        reason: string
        base_string: string
      }[]
    const failures = await listed(`?consumer_key=${app.consumerKey}`)
    assert.deepEqual(failures.map(({ reason }) => reason).sort(), [
      'the signature does not match',
      'the timestamp is too-old',
    ])
    const mismatch = failures.find(({ reason }) => reason === 'the signature does not match')
    const { origin } = new URL(url)
    assert.ok(
      mismatch?.base_string.startsWith(
        `GET&${encodeURIComponent(`${origin}/1.1/account/verify_credentials.json`)}&name%3Dx%2520y%26`,
      ),
      mismatch?.base_string ?? 'none',
    )
    assert.ok(mismatch?.base_string.includes('oauth_verifier%3D***'))
    assert.deepEqual(await listed(`?consumer_key=${other.consumerKey}`), [])
    assert.equal((await listed('?consumer_key=nobody')).length, 1)
    assert.equal((await listed('')).length, 3)
    for (const secret of [consumer.secret, asToken.secret, '9876543']) {
      assert.ok(!JSON.stringify(await listed('')).includes(secret))
    }
  })
})
