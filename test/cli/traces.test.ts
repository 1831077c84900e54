/**
 * Tests the traces of real processes with the real exporter, which the standard variables of OpenTelemetry
 * configure (docs/decisions/0130-traces.md).
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { follow } from '../../src/domain/graph/follow.ts'
import { must } from '../../src/lib/assert.ts'
import { ask, signature } from '../support/api-client.ts'
import { startCli } from '../support/cli.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { startOtlpReceiver } from '../support/processes/otlp-receiver.ts'
import { createUsers } from '../support/users.ts'
import { startReceiver } from '../support/webhooks/webhook-receiver.ts'

const KEY = 'ab'.repeat(32)

async function world(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine, { key: KEY })
  const { context } = await testRuntime(t, config)
  const [owner, friend] = (await createUsers(context, 2)).map((user) => must(user, 'a user'))
  const ownerId = must(owner, 'a user').id
  const app = await createApp(context, { name: 'App', ownerId, permissions: 'read-write-directmessages' })
  const token = await issueToken(context, { appId: app.appId, userId: ownerId })
  const consumer = { key: app.consumerKey, secret: app.consumerSecret }
  const access = { key: token.accessToken, secret: token.accessTokenSecret }
  const secrets = [KEY, app.consumerSecret, token.accessTokenSecret, app.bearerToken]
  const database = config.database === '' ? [] : ['--database', config.database]
  if (config.database !== '') secrets.push(new URL(config.database).password)
  return {
    context,
    ownerId,
    friendId: must(friend, 'a user').id,
    app,
    asUser: signature(consumer, access, () => Date.now()),
    secrets,
    flags: ['--data', config.data, '--key', KEY, ...database],
  }
}

async function serve(t: TestContext, flags: readonly string[], env: Readonly<Record<string, string>>) {
  const free = ['--port', '0', '--ops-port', '0', '--webhook-allow', '127.0.0.1']
  const run = startCli(t, ['serve', ...free, ...flags], { env })
  const [, url = ''] = await run.said(/Aviary serves (\S+)/)
  return { run, url }
}

const SOON = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }

for (const engine of ENGINES) {
  test(`on ${engine}, spans of requests, statements, jobs, deliveries and streams arrive, without secrets`, async (t) => {
    const collector = await startOtlpReceiver(t)
    const { context, ownerId, friendId, app, asUser, secrets, flags } = await world(t, engine)
    const env = {
      ...SOON,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'birds',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }
    const { run, url } = await serve(t, flags, env)

    const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const traceparent = `00-${traceId}-${parentId}-01`
    const shown = await fetch(`${url}/1.1/followers/ids.json?user_id=${ownerId}`, {
      headers: { authorization: `Bearer ${app.bearerToken}`, traceparent },
    })
    assert.equal(shown.status, 200)
    const request = await collector.span(({ name }) => name === 'GET /1.1/followers/ids.json')
    assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [traceId, parentId, 2])
    const { attributes } = request
    assert.equal(attributes['http.route'], '/1.1/followers/ids.json')
    assert.equal(attributes['http.request.method'], 'GET')
    assert.equal(Number(attributes['http.response.status_code']), 200)
    assert.equal(attributes['aviary.transaction'], shown.headers.get('x-transaction'))
    const statement = await collector.span(
      ({ parentSpanId, name }) => parentSpanId === request.spanId && /^select \w+$/.test(name),
    )
    assert.equal(statement.attributes['db.system.name'], engine === 'sqlite' ? 'sqlite' : 'postgresql')
    assert.match(String(statement.attributes['db.query.text']), /^select .* (\?|\$1)/)

    assert.equal((await ask(`${url}/1.1/statuses/update.json?status=hello`, asUser, 'POST')).status, 200)
    const post = await collector.span(({ name }) => name === 'POST /1.1/statuses/update.json')
    const transaction = await collector.span(
      ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === post.spanId,
    )
    // The posts of several requests are written together, in a trace of their own.
    const batch = await collector.span(({ links }) =>
      links.some(({ spanId }) => spanId === transaction.spanId),
    )
    await collector.span(({ name, parentSpanId }) => /^insert /.test(name) && parentSpanId === batch.spanId)

    assert.equal((await ask(`${url}/nowhere/secret-path`, asUser)).status, 404)
    const unknown = await collector.span(({ name }) => name === 'GET')
    assert.equal(Number(unknown.attributes['http.response.status_code']), 404)
    assert.equal(unknown.attributes['http.route'], undefined)

    await collector.span(({ name, parentSpanId }) => name === 'job work on compliance jobs' && !parentSpanId)

    const receiver = await startReceiver(t, app.consumerSecret, '/hook-of-secret-path?key=secret-query')
    const hooks = `${url}/1.1/account_activity/all/dev`
    const hook = `${hooks}/webhooks.json?url=${encodeURIComponent(receiver.url)}`
    assert.equal((await ask(hook, asUser, 'POST')).status, 200)
    assert.equal((await ask(`${hooks}/subscriptions.json`, asUser, 'POST')).status, 204)
    await follow(context, { follower: friendId, followee: ownerId })
    const delivery = await collector.span(({ name }) => name === 'webhook delivery')
    assert.equal(delivery.kind, 3)
    assert.equal(delivery.attributes['aviary.delivery.outcome'], 'accepted')
    assert.equal(Number(delivery.attributes['server.port']), receiver.port)

    const stop = new AbortController()
    const sample = `${url}/1.1/statuses/sample.json`
    const stream = await fetch(sample, {
      headers: { authorization: asUser('GET', sample) },
      signal: stop.signal,
    })
    assert.equal(stream.status, 200)
    const opened = await collector.span(({ name }) => name === 'GET /1.1/statuses/sample.json')
    run.kill('SIGTERM')
    assert.equal((await run.ended).code, 0)
    stop.abort()
    // The last spans were sent before the process ended.
    const connection = collector.spans.find(({ name }) => name.startsWith('stream '))
    assert.equal(connection?.parentSpanId, opened.spanId)
    assert.equal(connection?.attributes['aviary.stream.end'], 'restart')

    assert.ok(collector.resources.every((resource) => resource['service.name'] === 'birds'))
    assert.equal(collector.resources[0]?.['deployment.environment.name'], 'test')
    const sent = Buffer.concat(collector.bodies).toString('latin1')
    for (const secret of [...secrets, 'secret-path', 'secret-query', 'hello'])
      assert.ok(!sent.includes(secret), `${secret} was sent`)
  })
}

test('the default protocol is protobuf, the default name is aviary, and OTEL_TRACES_SAMPLER sets the sampler', async (t) => {
  const collector = await startOtlpReceiver(t)
  const flags = ['--data', await temporaryDirectory(t)]
  const env = {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  const { run, url } = await serve(t, flags, { ...env, OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
  await fetch(`${url}/2/users/1`)
  await fetch(`${url}/2/users/1`, {
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  const body = (await collector.body()).toString('latin1')
  assert.match(body, /service\.name\W+aviary/)
  assert.equal(body.split('http.route').length - 1, 1)
  assert.doesNotMatch(body, /job work/)
  assert.deepEqual([...collector.contentTypes], ['/v1/traces application/x-protobuf'])
  run.kill('SIGTERM')
  assert.equal((await run.ended).code, 0)
})

test('when the collector is not available, the server logs a line, and stops with exit code 0', async (t) => {
  const flags = ['--data', await temporaryDirectory(t)]
  const env = {
    ...SOON,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  }
  const { run, url } = await serve(t, flags, env)
  assert.equal((await fetch(`${url}/2/users/1`)).status, 401)
  await run.printed(/traces: OpenTelemetry reports a problem/)
  run.kill('SIGTERM')
  assert.equal((await run.ended).code, 0)
})
