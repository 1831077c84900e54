/**
 * Creates the HTTP server of an application: limits and timeouts of HTTP/1.1 and HTTP/2, TLS, and the responses to
 * requests that cannot be parsed (spec/server.md#bounds). The options of the framework do not cover HTTP/2, so this
 * module creates the server.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import { createSecureServer } from 'node:http2'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Server as TlsServer } from 'node:tls'
import { BODY_TIMEOUT_MS } from './body.ts'
import { MAX_HEADERS } from './head.ts'
import type { HeaderList } from './headers.ts'
import { isHttp2 } from './request-names.ts'
import { type CertificateFiles, readCertificate } from './tls/certificate-files.ts'

/** Maximum bytes of a request line and the headers together. */
export const MAX_HEADER_BYTES = 32 * 1024

/** Milliseconds within which the headers must arrive. The whole request has the timeout of a body. */
export const HEADERS_TIMEOUT_MS = 10_000

/**
 * Milliseconds that a connection may be idle. The value is longer than the idle timeout of common load balancers.
 * Therefore the load balancer closes an idle connection before the server does.
 */
export const KEEP_ALIVE_MS = 72_000

/** Milliseconds after which a connection is closed if its unfinished response makes no progress. */
export const STALLED_MS = 120_000

/** Number of pseudo headers of an HTTP/2 request: `:method`, `:scheme`, `:authority` and `:path`. */
const HTTP2_PSEUDO_HEADERS = 4

/** Limits of one HTTP/2 connection: concurrent requests, MiB of state, and stream resets. */
export const MAX_HTTP2_STREAMS = 100
const HTTP2_SESSION_MIB = 10
export const HTTP2_RESETS = { streamResetBurst: 200, streamResetRate: 20 } as const

export interface ListenerOptions {
  /** Paths of the certificate and its key (PEM files); undefined for plain HTTP. */
  readonly tls: CertificateFiles | undefined
  /** False for hosts of streams, because stream clients need one message in each HTTP/1.1 chunk. */
  readonly http2: boolean
  /** JSON body of the response to a request that cannot be parsed. */
  readonly bodyFor: (status: number) => string
  /** Milliseconds since the Unix epoch, for the `date` header of a response to a request that cannot be parsed. */
  readonly now: () => number
  /** Called for every request that cannot be parsed. */
  readonly onUnreadable?: (status: number) => void
  /** Additional headers of the responses to requests that cannot be parsed. */
  readonly alwaysSent?: HeaderList
  /**
   * True if the handlers wait for the end of every body. If false, the body stream of a request without a body is at
   * its end from the start, and emits no events.
   */
  readonly endsEmptyBodies?: boolean
  /** Timeouts that tests use in place of the default timeouts. */
  readonly times?: Partial<ListenerTimes> | undefined
}

/** The timeouts and the interval of their checks, in milliseconds. */
export interface ListenerTimes {
  readonly handshake: number
  readonly headers: number
  readonly request: number
  readonly keepAlive: number
  readonly stalled: number
  /** Interval at which the timeouts are checked. */
  readonly checkEvery: number
}

const TIMES: ListenerTimes = {
  handshake: HEADERS_TIMEOUT_MS,
  headers: HEADERS_TIMEOUT_MS,
  request: BODY_TIMEOUT_MS,
  keepAlive: KEEP_ALIVE_MS,
  stalled: STALLED_MS,
  checkEvery: 1_000,
}

export interface Listener {
  readonly server: Server
  /** Number of open connections. */
  connections(): number
  /** Closes all connections immediately. */
  cut(): void
  /** Uses another certificate for new connections; does nothing without TLS. */
  renewCertificate(certificate: { readonly cert: Buffer; readonly key: Buffer }): void
}

/** Statuses of parser errors, by Node's error code. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Creates the server without listening. */
export function createHttpServer(options: ListenerOptions, handler: RequestListener): Listener {
  const times = { ...TIMES, ...options.times }
  const bounds = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.checkEvery,
    // With this option, the body stream of a request without a body is at its end from the start, and emits no events.
    // This saves a tenth of the work of a small response.
    optimizeEmptyRequests: options.endsEmptyBodies !== true,
    // The pipeline refuses requests without a host. Node's own response would have no body, and header names in mixed
    // case.
    requireHostHeader: false,
  }
  const server =
    options.tls === undefined
      ? createServer(bounds, handler)
      : secureServer(options, options.tls, bounds, times, handler)
  // Node handles `100-continue` itself; this server ignores other expectations.
  server.on('checkExpectation', handler)
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    // Before the end of the TLS handshake, no HTTP response is possible.
    if ((socket as { secureConnecting?: boolean }).secureConnecting === true) socket.destroy()
    else refuse(socket, PARSER_STATUS[error.code ?? ''] ?? 400, options)
  })
  server.on('connect', (request: IncomingMessage, other: Duplex | ServerResponse) => {
    if (isHttp2(request)) handler(request, other as ServerResponse)
    else refuse(other as Duplex, 400, options)
  })
  server.timeout = times.stalled
  // If this limit were set, Node would silently drop the headers above it. The pipeline limits the number of headers
  // instead.
  server.maxHeadersCount = 0
  return {
    server,
    ...trackConnections(server),
    renewCertificate({ cert, key }) {
      if (isSecure(server)) server.setSecureContext({ cert, key, minVersion: MIN_TLS })
    },
  }
}

const MIN_TLS = 'TLSv1.2'

function isSecure(server: object): server is TlsServer {
  return server instanceof TlsServer
}

type Bounds = Readonly<Record<string, number | boolean>>

/** Tracks all TCP connections, with and without TLS. */
function trackConnections(server: Server): Pick<Listener, 'connections' | 'cut'> {
  const open = new Set<Socket>()
  // All connections share one function, because a closure for each would live as long as the connection.
  function forget(this: Socket): void {
    open.delete(this)
  }
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.on('close', forget)
  })
  return {
    connections: () => open.size,
    cut() {
      for (const socket of open) socket.destroy()
    },
  }
}

function secureServer(
  options: ListenerOptions,
  tls: CertificateFiles,
  bounds: Bounds,
  times: ListenerTimes,
  handler: RequestListener,
): Server {
  const certificate = {
    ...readCertificate(tls),
    minVersion: MIN_TLS as typeof MIN_TLS,
    handshakeTimeout: times.handshake,
  }
  if (!options.http2) return createTlsServer({ ...bounds, ...certificate }, handler)
  const server = createSecureServer(
    {
      ...bounds,
      ...certificate,
      ...HTTP2_RESETS,
      allowHTTP1: true,
      maxSessionMemory: HTTP2_SESSION_MIB,
      maxHeaderListPairs: HTTP2_PSEUDO_HEADERS + MAX_HEADERS,
      settings: {
        maxConcurrentStreams: MAX_HTTP2_STREAMS,
        maxHeaderListSize: MAX_HEADER_BYTES,
        enablePush: false,
      },
    },
    handler as never,
  )
  // Node has no other timeout that closes idle HTTP/2 connections.
  server.on('session', (session) => session.setTimeout(times.keepAlive))
  return server as unknown as Server
}

/**
 * Responds to a request that cannot be parsed, with lower-case header names, and closes the connection. The server
 * first responds to earlier complete requests on the connection. A response that has already begun, such as a stream,
 * is cut off.
 */
function refuse(socket: Duplex, status: number, options: ListenerOptions): void {
  const running = runningOn(socket)
  const isCutShort = running?.headersSent === true && !running.writableEnded
  if (!socket.writable || socket.destroyed || isCutShort) {
    socket.destroy()
    return
  }
  // If the earlier request is complete, its response is sent first. If the earlier request is truncated, its handler
  // may wait for the rest of the body for ever, so the refusal is sent now.
  if (running?.req.complete === true) {
    running.once('close', () => refuse(socket, status, options))
    return
  }
  options.onUnreadable?.(status)
  const body = options.bodyFor(status)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      `date: ${new Date(options.now()).toUTCString()}\r\n` +
      'connection: close\r\n' +
      `status: ${status} ${STATUS_CODES[status]}\r\n` +
      'content-type: application/json;charset=utf-8\r\n' +
      `${linesOf(options.alwaysSent)}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // The socket is destroyed, because a client that continues to send would keep it half open.
    () => (socket as Socket).destroySoon(),
  )
}

function linesOf(list: HeaderList = []): string {
  return list.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
}

/**
 * The first unfinished response on a connection. Node's handler of parser errors reads the same internal
 * property.
 */
function runningOn(socket: Duplex): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}
