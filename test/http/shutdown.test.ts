/** Tests that a shutdown loses no responses (spec/server.md#shutdown: graceful shutdown in named phases). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { v11Endpoint, v11Family } from '../../src/api/1.1/_family.ts'
import { createLogger } from '../../src/lib/log.ts'
import { headerOf, requestText, Wire } from '../support/http/wire.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer, type TestServerOptions } from '../support/server.ts'
import { TestClock } from '../support/test-clock.ts'

const SLOW = '/1.1/slow.json'
const QUICK = '/1.1/quick.json'

/** A server with an endpoint that responds when the test releases it. */
async function begin(t: Parameters<typeof startTestServer>[0], options: TestServerOptions = {}) {
  const gate = Promise.withResolvers<void>()
  const inside = Promise.withResolvers<void>()
  const endpoint = (path: string, handle: () => Promise<void>) =>
    v11Endpoint({
      paths: [path],
      summary: 'Answers.',
      auth: ['none'],
      params: {},
      async handle() {
        await handle()
        return { status: 200, body: '{"ok":true}' }
      },
    })
  const slow = endpoint(SLOW, () => {
    inside.resolve()
    return gate.promise
  })
  const quick = endpoint(QUICK, async () => undefined)
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('debug', { write: (line: string) => lines.push(JSON.parse(line)) })
  const started = await startTestServer(t, { families: [v11Family([slow, quick])], logger, ...options })
  t.after(() => gate.resolve())
  const phases = () =>
    lines.flatMap(({ phase, outcome }) => (outcome === undefined ? [] : [[phase, outcome]]))
  return { ...started, open: gate.resolve, inside: inside.promise, phases }
}

const ALL_PHASES = [
  'streams',
  'requests',
  'connections',
  'desk',
  'webhooks',
  'search',
  'verification',
  'jobs',
  'log',
  'counters',
  'media',
  'database',
  'operations',
]

describe('a shutdown', () => {
  test('waits for running requests, sends them `connection: close`, and runs its phases in order', async (t) => {
    const { url, close, open, inside, phases, server } = await begin(t)
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${SLOW} HTTP/1.1`))
    await inside
    const closed = close()
    const ready = await fetch(`${server.opsUrl}/readyz`)
    assert.deepEqual(
      [ready.status, await ready.json()],
      [503, { status: 'not ready', reason: 'the server is stopping' }],
    )
    assert.equal((await fetch(`${server.opsUrl}/healthz`)).status, 200)
    await assert.rejects(Wire.open(url))
    open()
    const answer = await wire.answer()
    assert.equal(answer.status, 200)
    assert.equal(headerOf(answer, 'connection'), 'close')
    assert.equal(await wire.end(), '')
    await closed
    assert.deepEqual(
      phases(),
      ALL_PHASES.map((name) => [name, 'done']),
    )
    await assert.rejects(fetch(`${server.opsUrl}/healthz`))
  })

  test('with drain_seconds, the server is immediately not ready, continues to respond, and ends streams later', async (t) => {
    const clock = new TestClock()
    const { url, close, phases, server } = await begin(t, { clock, settings: { drain_seconds: '5' } })
    const closed = close()
    assert.equal((await fetch(`${server.opsUrl}/readyz`)).status, 503)
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${QUICK} HTTP/1.1`))
    const answer = await wire.answer()
    assert.deepEqual([answer.status, headerOf(answer, 'connection')], [200, 'close'])
    assert.deepEqual(phases(), [])
    clock.advance(5_000)
    await closed
    assert.deepEqual(phases()[0], ['drain', 'done'])
    assert.deepEqual(phases()[1], ['streams', 'done'])
  })

  test('ends idle connections immediately', async (t) => {
    const { url, close } = await begin(t)
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${QUICK} HTTP/1.1`))
    await wire.answer()
    const closed = close()
    assert.equal(await wire.end(), '')
    await closed
  })

  test('does not answer further requests on a busy connection, not even with an error of the framework', async (t) => {
    const { url, close, open, inside } = await begin(t)
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${SLOW} HTTP/1.1`))
    await inside
    const closed = close()
    wire.send(requestText(`GET ${QUICK} HTTP/1.1`))
    open()
    const first = await wire.answer()
    assert.equal(first.status, 200)
    // The first response has `connection: close`, so the client expects no second response.
    assert.equal(await wire.end(), '')
    await closed
  })

  test('disconnects clients after 10 seconds', async (t) => {
    const clock = new TestClock()
    const { url, close, inside, phases } = await begin(t, { clock })
    const wire = await Wire.open(url)
    wire.send(requestText(`GET ${SLOW} HTTP/1.1`))
    await inside
    const closed = close()
    while (phases().length === 0) await nextTurn()
    clock.advance(10_000)
    assert.equal(await wire.end(), '')
    await closed
    assert.deepEqual(phases()[0], ['streams', 'done'])
    assert.deepEqual(phases()[1], ['requests', 'too slow'])
    assert.deepEqual(phases()[2], ['connections', 'done'])
  })

  test('ends HTTP/2 sessions after their last response', async (t) => {
    const { certFile, keyFile, cert } = await testCertificate(t)
    const settings = { tls_cert: certFile, tls_key: keyFile }
    const { url, close, open, inside } = await begin(t, { settings })
    const [busy, idle] = [connectHttp2(url, { ca: cert }), connectHttp2(url, { ca: cert })]
    await Promise.all([once(busy, 'remoteSettings'), once(idle, 'remoteSettings')])
    const stream = busy.request({ ':path': SLOW })
    await inside
    const closed = close()
    await once(idle, 'close')
    open()
    const [headers] = await once(stream, 'response')
    assert.equal(headers[':status'], 200)
    stream.resume()
    await Promise.all([once(busy, 'close'), closed])
  })

  test('has no further effect when stop is called again', async (t) => {
    const { server, phases } = await begin(t)
    await Promise.all([server.close(), server.close()])
    await server.close()
    assert.equal(phases().length, ALL_PHASES.length)
  })
})
