/**
 * Serves Aviary under the public host names that are built into clients, with a TLS server, a self-signed
 * certificate for those names, and a proxy that connects clients to the server. Clients are unmodified;
 * only their environment variables are set.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TestContext } from 'node:test'
import { testCertificate } from '../../test/support/processes/certificates.ts'
import { serve } from './aviary.ts'
import type { Installation } from './installation.ts'

export const PUBLIC_NAMES = [
  ...['api.twitter.com', 'upload.twitter.com', 'stream.twitter.com', 'twitter.com'],
  ...['userstream.twitter.com', 'sitestream.twitter.com'],
  ...['api.x.com', 'upload.x.com', 'stream.x.com', 'x.com'],
]

/** Environment of a client that must find Aviary under the public names. */
export type ClientEnvironment = Readonly<Record<string, string>>

/**
 * Serves the installation under the public names until the test ends.
 * @param flags further flags of the command
 */
export async function servePublicly(
  t: TestContext,
  place: Installation,
  ...flags: string[]
): Promise<ClientEnvironment> {
  const { certFile, keyFile } = await testCertificate(t, PUBLIC_NAMES)
  const { url } = await serve(
    t,
    place,
    '--tls-cert',
    certFile,
    '--tls-key',
    keyFile,
    '--limits',
    'off',
    ...flags,
  )
  const proxy = await startProxy(t, Number(new URL(url).port))
  return {
    NODE_EXTRA_CA_CERTS: certFile,
    // Node's own HTTP clients use HTTPS_PROXY only with this switch. The library `request` always uses it.
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: proxy,
  }
}

/** Starts a proxy that tunnels only the public names to a local port; returns its URL. */
export async function startProxy(t: TestContext, port: number): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(405).end())
  const sockets = new Set<Duplex>()
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    const isPublic = PUBLIC_NAMES.some((name) => request.url === `${name}:443`)
    if (!isPublic) {
      client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    // The client must see the close when the server dies, or it waits forever.
    upstream.on('close', (isBroken: boolean) => (isBroken ? client.destroy() : client.end()))
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
