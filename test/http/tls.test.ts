/** Tests TLS, ALPN and HTTP/2 (spec/contract.md#wire-rules, spec/server.md#listeners). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  type IncomingHttpHeaders,
} from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { createTestApp } from '../support/api-client.ts'
import { testFamilies } from '../support/http/test-family.ts'
import { exchange, headerOf, requestText } from '../support/http/wire.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'
import { createOneUser } from '../support/users.ts'

const ECHO = '/1.1/test/echo/1.json?text=hello'

/** A client that is older than TLS 1.2. It allows protocols that OpenSSL refuses by default. */
const OLD_CLIENT: ConnectionOptions = {
  minVersion: 'TLSv1',
  maxVersion: 'TLSv1.1',
  ciphers: 'DEFAULT@SECLEVEL=0',
}

/** The TLS session that was negotiated, or the error that ended the handshake. */
async function handshake(port: number, options: ConnectionOptions) {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  try {
    const outcome = await Promise.race([
      once(socket, 'secureConnect').then(() => socket),
      once(socket, 'close').then(() => new Error('closed')),
    ])
    if (outcome instanceof Error) throw outcome
    return { protocol: socket.getProtocol(), alpn: (socket as TLSSocket).alpnProtocol }
  } catch (error) {
    return { error: (error as Error & { code?: string }).code ?? String(error) }
  } finally {
    socket.destroy()
  }
}

/** The headers and the body of a response in a session. */
async function answerOf(stream: ClientHttp2Stream): Promise<{ headers: IncomingHttpHeaders; body: string }> {
  const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  let body = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) body += chunk
  return { headers, body }
}

function ask(session: ClientHttp2Session, headers: Record<string, string | undefined>) {
  return answerOf(session.request(headers as Record<string, string>))
}

test('TLS', async (t) => {
  const { certFile, keyFile, cert, key } = await testCertificate(t)
  const settings = { tls_cert: certFile, tls_key: keyFile, stream_port: '0' }
  const { url, server, context } = await startTestServer(t, { settings, families: testFamilies() })
  const app = await createTestApp(context)
  const authorization = app.asApp('GET', '')
  const port = Number(new URL(url).port)
  const streamPort = Number(new URL(server.urls.stream ?? '').port)

  await t.test('spec/contract.md#wire-rules: the server refuses TLS 1.0 and 1.1 with an alert', async (t) => {
    for (const each of [port, streamPort]) {
      assert.deepEqual(await handshake(each, OLD_CLIENT), {
        error: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
      })
    }
    // As a control, a server with TLS 1.1 accepts this client.
    const control = createServer({ cert, key, minVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
    control.listen(0, '127.0.0.1')
    await once(control, 'listening')
    t.after(() => control.close())
    const controlPort = (control.address() as AddressInfo).port
    assert.equal((await handshake(controlPort, OLD_CLIENT)).protocol, 'TLSv1.1')
  })

  await t.test('TLS 1.2 and 1.3 are supported', async () => {
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const { protocol } = await handshake(port, { minVersion: version, maxVersion: version })
      assert.equal(protocol, version)
    }
  })

  await t.test('ALPN offers HTTP/2 and HTTP/1.1; on the stream host only HTTP/1.1', async () => {
    const both = { ALPNProtocols: ['h2', 'http/1.1'] }
    assert.equal((await handshake(port, both)).alpn, 'h2')
    assert.equal((await handshake(port, { ALPNProtocols: ['http/1.1'] })).alpn, 'http/1.1')
    assert.equal((await handshake(streamPort, both)).alpn, 'http/1.1')
    assert.equal((await handshake(port, {})).alpn, false)
  })

  await t.test('spec/contract.md#wire-rules: SPDY is not offered', async () => {
    for (const old of ['spdy/1', 'spdy/2', 'spdy/3', 'spdy/3.1']) {
      assert.deepEqual(await handshake(port, { ALPNProtocols: [old] }), {
        error: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
      })
      assert.equal((await handshake(port, { ALPNProtocols: [old, 'http/1.1'] })).alpn, 'http/1.1')
    }
  })

  await t.test('clients verify a trusted certificate by host name and by address', async () => {
    for (const servername of ['localhost', undefined]) {
      const options = { ca: cert, rejectUnauthorized: true, ...(servername ? { servername } : {}) }
      assert.equal((await handshake(port, options)).error, undefined)
    }
  })

  await t.test(
    'spec/http.md#response-headers: responses over https have strict-transport-security, even errors',
    async () => {
      for (const path of [ECHO, '/nothing', '/1/a.json', '/labs/2/tweets']) {
        const answer = await exchange(url, requestText(`GET ${path} HTTP/1.1`))
        assert.equal(headerOf(answer, 'strict-transport-security'), 'max-age=631138519')
      }
    },
  )

  await t.test('a connection with plain HTTP to the TLS port is closed without a response', async () => {
    await assert.rejects(exchange(url.replace('https', 'http'), requestText('GET / HTTP/1.1')))
  })

  await t.test('HTTP/2', async (t) => {
    const session = connectHttp2(url, { ca: cert })
    t.after(() => session.destroy())
    const get = (path: string, headers: Record<string, string> = {}) =>
      ask(session, { ':path': path, authorization, ...headers })

    await t.test('responses have the headers of HTTP/1.1, except headers of a connection', async () => {
      const { headers, body } = await get(ECHO)
      assert.equal(headers[':status'], 200)
      assert.equal(body, '{"id":"1","text":"hello"}')
      assert.equal(headers['status'], '200 OK')
      assert.equal(headers['content-type'], 'application/json;charset=utf-8')
      assert.equal(headers['content-length'], String(body.length))
      assert.equal(headers['connection'], undefined)
      assert.equal(headers['keep-alive'], undefined)
      assert.match(String(headers['x-connection-hash']), /^[0-9a-f]{32}$/)
      assert.equal(typeof headers['date'], 'string')
      const again = await get('/nothing')
      assert.equal(again.headers[':status'], 404)
      assert.equal(again.headers['x-connection-hash'], headers['x-connection-hash'])
      assert.notEqual(again.headers['x-transaction'], headers['x-transaction'])
    })

    await t.test('signatures cover the host in :authority', async () => {
      const { id } = await createOneUser(context)
      const asUser = await app.asUser(id)
      const signedUrl = url.replace('127.0.0.1', 'localhost') + ECHO
      const good = await get(ECHO, { authorization: asUser('GET', signedUrl) })
      assert.equal(good.headers[':status'], 200)
      const forged = await get(ECHO, {
        authorization: asUser('GET', signedUrl),
        ':authority': 'api.example.org',
      })
      assert.equal(forged.headers[':status'], 401)
    })

    await t.test(
      'a Host header that differs from :authority is refused, and an equal Host header is accepted',
      async () => {
        const { host } = new URL(url)
        assert.equal((await get(ECHO, { ':authority': host, host })).headers[':status'], 200)
        const split = await get(ECHO, { ':authority': host, host: 'api.example.org' })
        assert.equal(split.headers[':status'], 400)
        assert.match(split.body, /"code":214/)
      },
    )

    await t.test('a 204 has no body, and a large response is compressed', async () => {
      const nothing = await get('/1.1/test/nothing.json', { ':method': 'DELETE' })
      assert.deepEqual([nothing.headers[':status'], nothing.body], [204, ''])
      const large = await get('/1.1/test/large.json', { 'accept-encoding': 'gzip' })
      assert.equal(large.headers['content-encoding'], 'gzip')
      const plain = await get('/1.1/test/large.json')
      assert.equal(plain.body.length, 100_011)
    })

    await t.test('forms are read up to their limit, and a body that is not read has no effect', async () => {
      const post = (path: string, type: string, text: string) => {
        const stream = session.request({
          ':method': 'POST',
          ':path': path,
          authorization,
          'content-type': type,
        })
        stream.end(text)
        stream.on('error', () => undefined)
        return answerOf(stream)
      }
      const form = 'application/x-www-form-urlencoded'
      const write = '/1.1/test/write_as_app.json'
      assert.equal((await post(write, form, 'a=b')).headers[':status'], 200)
      assert.equal((await post(write, form, 'x'.repeat(100_000))).headers[':status'], 413)
      assert.equal((await post(write, 'application/json', 'x'.repeat(100_000))).headers[':status'], 200)
      assert.equal((await get(ECHO)).headers[':status'], 200)
    })

    await t.test('CONNECT gets 404, and too many headers end only their own HTTP/2 stream', async () => {
      const tunnel = session.request({ ':method': 'CONNECT', ':authority': 'a.example:443' })
      const [headers] = (await once(tunnel, 'response')) as [IncomingHttpHeaders]
      assert.equal(headers[':status'], 404)
      tunnel.close()
      const flood = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x-${index}`, 'y']))
      await assert.rejects(get(ECHO, flood), /NGHTTP2_ENHANCE_YOUR_CALM/)
      assert.equal((await get(ECHO)).headers[':status'], 200)
    })

    await t.test('a connection has up to 100 concurrent requests, as its settings say', async () => {
      assert.equal(session.remoteSettings.maxConcurrentStreams, 100)
      assert.equal(session.remoteSettings.enablePush, false)
      const answers = await Promise.all(Array.from({ length: 300 }, () => get(ECHO)))
      assert.deepEqual([...new Set(answers.map(({ headers }) => headers[':status']))], [200])
    })
  })
})
