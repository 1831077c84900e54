/**
 * The HTTP server under an application: bounds and timeouts of HTTP/1.1 and HTTP/2, TLS, and the answers to
 * requests that never become one (design section 5; set here because the framework's options do not reach HTTP/2).
 */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'

/** Bytes of a request line and its headers together. */
export const HEADERS_LARGEST = 32 * 1024

/** Milliseconds in which the headers must have come, and the whole request. */
export const HEADERS_TIMEOUT_MS = 10_000
export const REQUEST_TIMEOUT_MS = 30_000

/** Milliseconds that a connection may lie idle; above what load balancers use, so that they close first. */
export const KEEP_ALIVE_MS = 72_000

/** Requests at once on one HTTP/2 connection, MiB that its state may take, and how fast it may reset streams. */
const HTTP2_STREAMS = 100
const HTTP2_SESSION_MIB = 10
const HTTP2_RESETS = { streamResetBurst: 200, streamResetRate: 20 } as const
const HTTP2_HEADER_PAIRS = 100

export interface ListenerOptions {
  /** Paths of PEM files; without them plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  /** A host of long streams offers HTTP/1.1 only: clients need one message per chunk. */
  readonly http2: boolean
  /** The body for a request that cannot be parsed; JSON. */
  readonly bodyFor: (status: number) => string
  /** Milliseconds since the Unix epoch, for the `date` of such an answer. */
  readonly now: () => number
  /** How often timeouts are looked at, in milliseconds. */
  readonly checkEveryMs?: number
}

/** Statuses of parser errors, by the code that Node gives. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The server for a listener; it does not listen yet. */
export function createHttpServer(options: ListenerOptions, handler: RequestListener): Server {
  const bounds = {
    maxHeaderSize: HEADERS_LARGEST,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: options.checkEveryMs ?? 1_000,
  }
  const server =
    options.tls === undefined ? createServer(bounds, handler) : secure(options, options.tls, bounds, handler)
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    refuse(socket, PARSER_STATUS[error.code ?? ''] ?? 400, options)
  })
  return server
}

type Bounds = Record<'maxHeaderSize' | 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout', number> & {
  connectionsCheckingInterval: number
}

function secure(
  options: ListenerOptions,
  tls: { readonly cert: string; readonly key: string },
  bounds: Bounds,
  handler: RequestListener,
): Server {
  const certificate = {
    cert: readFileSync(tls.cert),
    key: readFileSync(tls.key),
    minVersion: 'TLSv1.2' as const,
    handshakeTimeout: HEADERS_TIMEOUT_MS,
  }
  if (!options.http2) return createTlsServer({ ...bounds, ...certificate }, handler)
  const server = createSecureServer(
    {
      ...bounds,
      ...certificate,
      ...HTTP2_RESETS,
      allowHTTP1: true,
      maxSessionMemory: HTTP2_SESSION_MIB,
      maxHeaderListPairs: HTTP2_HEADER_PAIRS,
      settings: {
        maxConcurrentStreams: HTTP2_STREAMS,
        maxHeaderListSize: HEADERS_LARGEST,
        enablePush: false,
      },
    },
    handler as never,
  )
  closeIdleSessions(server)
  // HTTP/1.1 over the same port obeys the same bounds.
  return Object.assign(server, bounds) as unknown as Server
}

function closeIdleSessions(server: Http2SecureServer): void {
  server.on('session', (session: ServerHttp2Session) => {
    session.setTimeout(KEEP_ALIVE_MS, () => session.close())
  })
}

/** Answers a connection whose request could not be read, with lower-case names, and ends it. */
function refuse(socket: Duplex, status: number, { bodyFor, now }: ListenerOptions): void {
  if (!socket.writable || socket.destroyed) {
    socket.destroy()
    return
  }
  const body = bodyFor(status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      'content-type: application/json;charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `date: ${new Date(now()).toUTCString()}\r\n` +
      `connection: close\r\n\r\n${body}`,
    // A client that goes on sending would keep the socket half open.
    () => socket.destroySoon?.(),
  )
}

declare module 'node:stream' {
  interface Duplex {
    destroySoon?(): void
  }
}
