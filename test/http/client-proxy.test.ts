/** Tests the client proxy in front of a complete server (spec/server.md#client-proxy). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { createTestApp } from '../support/api-client.ts'
import { exchange } from '../support/http/wire.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'

interface Tunnel {
  readonly response: IncomingMessage
  readonly socket: Socket
  /** The bytes that arrive directly after the response. */
  readonly head: Buffer
}

/** Sends CONNECT. If the status is 200, the socket is the tunnel. */
async function openTunnel(proxy: string, target: string): Promise<Tunnel> {
  const { hostname, port } = new URL(proxy)
  const connecting = request({ hostname, port, method: 'CONNECT', path: target, agent: false })
  connecting.end()
  const [response, socket, head] = (await once(connecting, 'connect')) as [IncomingMessage, Socket, Buffer]
  return { response, socket, head }
}

async function secured(socket: Socket, servername: string, ca: Buffer | string): Promise<TLSSocket> {
  const tls = connectTls({ socket, servername, ca, ALPNProtocols: ['h2', 'http/1.1'] })
  await once(tls, 'secureConnect')
  return tls
}

test('the client proxy', async (t) => {
  const { certFile, keyFile, cert } = await testCertificate(t)
  // The server has TLS with its own certificate, and streams on another port. These settings do not affect the
  // proxy.
  const settings = { proxy_port: '0', tls_cert: certFile, tls_key: keyFile, stream_port: '0' }
  const { server, context, close } = await startTestServer(t, { settings })
  const app = await createTestApp(context)
  const { url = '', caFile = '' } = server.proxy ?? {}
  const ca = readFileSync(caFile)

  await t.test('connects a public host name, in upper or lower case, with this server', async () => {
    for (const name of ['api.twitter.com', 'API.X.com']) {
      const { response, socket } = await openTunnel(url, `${name}:443`)
      assert.equal(response.statusCode, 200)
      const tls = await secured(socket, name, ca)
      assert.equal(tls.alpnProtocol, 'http/1.1')
      const address = `https://${name.toLowerCase()}/1.1/account/verify_credentials.json`
      const lines = [
        `GET ${new URL(address).pathname} HTTP/1.1`,
        `host: ${name}`,
        `authorization: ${app.asApp('GET', address)}`,
        'connection: close',
      ]
      tls.write(`${lines.join('\r\n')}\r\n\r\n`)
      assert.match(await text(tls), /^HTTP\/1\.1 403 /)
    }
  })

  await t.test('refuses every other target with a text, and makes no connection', async (t) => {
    const other = createServer(() => assert.fail('the proxy opened a connection'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.after(() => other.close())
    const { port } = other.address() as { port: number }
    const targets = [
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `api.twitter.com:${port}`,
      'api.twitter.com',
      'api.twitter.com.example.org:443',
      'pypi.org:443',
      ':443',
    ]
    for (const target of targets) {
      const { response, socket, head } = await openTunnel(url, target)
      assert.equal(response.statusCode, 403, target)
      assert.equal(response.statusMessage, 'Aviary connects only the host names of the API')
      assert.match(`${head}${await text(socket)}`, /^This proxy of Aviary connects only api\.twitter\.com, /)
    }
  })

  await t.test('refuses requests that are to be forwarded over HTTP without a tunnel', async () => {
    const { line } = await exchange(url, 'GET http://api.twitter.com/ HTTP/1.1\r\nhost: x\r\n\r\n')
    assert.equal(line, 'HTTP/1.1 403 Aviary connects only the host names of the API')
  })

  await t.test('has its own certificate, which the listeners do not use', async () => {
    const { socket } = await openTunnel(url, 'x.com:443')
    await assert.rejects(secured(socket, 'x.com', cert), {
      code: /UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY/,
    })
  })

  await t.test('closes its tunnels when the server stops', async () => {
    const { socket } = await openTunnel(url, 'api.x.com:443')
    const tls = await secured(socket, 'api.x.com', ca)
    // Without a request on this connection, the stop would wait for the connection.
    tls.write('GET /2/openapi.json HTTP/1.1\r\nhost: api.x.com\r\n\r\n')
    await once(tls, 'data')
    const ended = once(tls.resume(), 'close')
    await close()
    await ended
  })
})

test('spec/server.md#client-proxy: without the setting, the server has no proxy', async (t) => {
  const { server } = await startTestServer(t)
  assert.equal(server.proxy, undefined)
})
