/** Tests that the response to HEAD is the response to GET without the body (RFC 9110 section 9.3.2). */
import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { ask, createTestApp } from '../support/api-client.ts'
import { headerOf, requestText, Wire } from '../support/http/wire.ts'
import { slow } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

/**
 * Headers that differ between two responses, because they depend on the time, the request or the connection.
 */
const OWN = new Set([
  ...['date', 'last-modified', 'x-transaction', 'x-response-time', 'x-connection-hash', 'set-cookie'],
  // The client closes the connection after HEAD, so these headers differ.
  ...['connection', 'keep-alive'],
])

async function answerTo(url: string, method: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method, headers, redirect: 'manual' })
  const lasting = [...answer.headers]
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => [name, value.replace(/'nonce-[\w-]+'/, "'nonce'")])
  return { status: answer.status, headers: lasting, text: await answer.text() }
}

test('HEAD has the status and headers of GET, and no body', async (t) => {
  const { url, context } = await startTestServer(t)
  const app = await createTestApp(context)

  await t.test('every page and document responds to HEAD as to GET', slow, async () => {
    const paths = publicFamilies(context.clock)
      .flatMap(({ endpoints }) => endpoints)
      .filter(
        ({ method, auth, isEndless }) => method === 'GET' && auth.includes('none') && isEndless !== true,
      )
      .flatMap((endpoint) => endpoint.paths)
      .filter((path) => !path.includes(':'))
    assert.ok(paths.includes('/docs') && paths.includes('/openapi.json') && paths.includes('/versioning'))
    for (const path of [...paths, '/docs/nothing.js', '/1.1/nothing.json']) {
      // Responses are not compressed, because some pages contain a random word whose compressed length
      // varies.
      const asked = { 'accept-encoding': 'identity' }
      const { text, ...got } = await answerTo(url + path, 'GET', asked)
      assert.notEqual(text, '', path)
      assert.deepEqual(await answerTo(url + path, 'HEAD', asked), { ...got, text: '' }, path)
    }
  })

  await t.test('compressed files and unchanged files respond to HEAD as to GET', async () => {
    const { headers } = await fetch(`${url}/openapi.json`)
    for (const asked of [{ 'accept-encoding': 'gzip' }, { 'if-none-match': headers.get('etag') ?? '' }]) {
      const { text: _, ...got } = await answerTo(`${url}/openapi.json`, 'GET', asked)
      assert.deepEqual(await answerTo(`${url}/openapi.json`, 'HEAD', asked), { ...got, text: '' })
    }
  })

  await t.test('HEAD of the API needs a signature of HEAD, and counts in the window of GET', async () => {
    const { id } = await createOneUser(context)
    for (const credentials of [app.asApp, await app.asUser(id)]) {
      const target = `${url}/1.1/followers/ids.json?user_id=${id}`
      const got = await ask(target, credentials)
      const head = await ask(target, credentials, 'HEAD')
      assert.deepEqual([got.status, head.status, head.text], [200, 200, ''])
      const valuesOf = (name: string) => [got.headers.get(name), head.headers.get(name)]
      const [length, same] = valuesOf('content-length')
      assert.equal(length, same)
      assert.deepEqual(valuesOf('x-rate-limit-remaining'), ['14', '13'])
    }
  })

  await t.test('the next request on the connection gets its own response', async () => {
    const wire = await Wire.open(url)
    for (const path of ['/docs', '/nothing']) {
      wire.send(requestText(`HEAD ${path} HTTP/1.1`) + requestText('GET /healthz HTTP/1.1'))
      const head = await wire.answer(true)
      assert.ok(Number(headerOf(head, 'content-length')) > 0)
      const next = await wire.answer()
      assert.equal(JSON.parse(next.body).errors[0].code, 34)
    }
    wire.close()
  })

  await t.test('HEAD of a stream gets 404, because the response would have to begin the stream', async () => {
    for (const path of ['/labs/1/tweets/stream/filter', '/2/tweets/sample/stream']) {
      const { status, text } = await ask(url + path, app.asApp, 'HEAD')
      assert.deepEqual([status, text], [404, ''])
    }
  })
})

test('over HTTP/2, HEAD has the status and headers of GET, and no body', async (t) => {
  const { certFile, keyFile, cert } = await testCertificate(t)
  const { url } = await startTestServer(t, { settings: { tls_cert: certFile, tls_key: keyFile } })
  const session = connect(url, { ca: cert })
  const stream = session.request({ ':method': 'HEAD', ':path': '/docs' })
  const [head, body] = await Promise.all([
    new Promise<Record<string, unknown>>((resolve) => stream.once('response', resolve)),
    stream.toArray(),
  ])
  assert.deepEqual([head[':status'], body], [200, []])
  assert.ok(Number(head['content-length']) > 0)
  session.close()
})
