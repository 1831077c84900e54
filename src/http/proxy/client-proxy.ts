/**
 * The client proxy: an HTTP proxy for clients whose host names cannot be configured (spec/server.md#client-proxy,
 * decision 0073). It connects requests for the host names of the mirrored API to a listener of this server, and refuses
 * all other names.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { localHostOf } from '../../lib/server-address.ts'
import { HEADERS_TIMEOUT_MS } from '../listener.ts'
import { MIRRORED_NAMES } from '../tls/public-names.ts'

/** Maximum connections; further connections are closed immediately. */
const MAX_CONNECTIONS = 10_000

const TARGETS = new Set(MIRRORED_NAMES.map((name) => `${name}:443`))

const REFUSAL =
  `This proxy of Aviary connects only ${MIRRORED_NAMES.join(', ')}, each on port 443 (https).\n` +
  'Remove the variable HTTPS_PROXY for other programs.\n'

/** Refusals explain themselves in the reason phrase, because many clients show only this phrase. */
const REASON = 'Aviary connects only the host names of the API'

const REFUSAL_RESPONSE = [
  `HTTP/1.1 403 ${REASON}`,
  'content-type: text/plain',
  `content-length: ${Buffer.byteLength(REFUSAL)}`,
  'connection: close',
  '',
  REFUSAL,
].join('\r\n')

export interface ProxyAddress {
  /** The value that clients set as HTTPS_PROXY. */
  readonly url: string
  /** Absolute path of the certificate authority that clients must trust. */
  readonly caFile: string
}

/** The HTTP server of the proxy. It listens after {@link listen} was called. */
export class ClientProxy {
  readonly #server = createServer({ headersTimeout: HEADERS_TIMEOUT_MS }, refuseRequest)
  readonly #tunnels = new Set<Duplex>()

  readonly #caFile: string

  /** @param caFile absolute path of the file with the certificate authority that clients must trust */
  constructor(caFile: string) {
    this.#caFile = caFile
  }

  /**
   * Starts the proxy. Call this method at most once.
   * @param port port of the proxy; 0 for a free port
   * @param target URL of the TLS listener on 127.0.0.1 that serves the mirrored names
   * @throws errors of the listen call, such as EADDRINUSE
   */
  async listen(host: string, port: number, target: string): Promise<ProxyAddress> {
    const targetPort = Number(new URL(target).port)
    this.#server.maxConnections = MAX_CONNECTIONS
    this.#server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
      client.on('error', () => client.destroy())
      if (!TARGETS.has(request.url?.toLowerCase() ?? '')) {
        client.end(REFUSAL_RESPONSE)
        return
      }
      this.#tunnels.add(client)
      client.on('close', () => this.#tunnels.delete(client))
      connectTunnel(client, head, targetPort)
    })
    this.#server.listen(port, host)
    await once(this.#server, 'listening')
    const { port: actual } = this.#server.address() as AddressInfo
    return { url: `http://${localHostOf(host)}:${actual}`, caFile: this.#caFile }
  }

  /** Stops accepting connections. Open tunnels continue until one side closes them. */
  close(): void {
    this.#server.close()
  }

  /** Closes all tunnels immediately. */
  cut(): void {
    for (const client of this.#tunnels) client.destroy()
  }
}

function connectTunnel(client: Socket, head: Buffer, target: number): void {
  const upstream = connect(target, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    upstream.write(head)
    upstream.pipe(client).pipe(upstream)
  })
  upstream.setNoDelay(true)
  client.setNoDelay(true)
  upstream.on('error', () => client.destroy())
  // When the server closes its connection, the connection of the client is also closed. Without this, the client would
  // wait for ever.
  upstream.on('close', () => client.destroySoon())
  client.on('close', () => upstream.destroy())
}

function refuseRequest(request: IncomingMessage): void {
  request.socket.end(REFUSAL_RESPONSE)
}
