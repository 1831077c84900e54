/**
 * The HTTP server under an application: bounds and timeouts of HTTP/1.1 and HTTP/2, TLS, and the answers to
 * requests that never become one (spec/server.md#bounds; set here because the framework's options do not reach HTTP/2).
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
import { BODY_TIMEOUT_MS } from './body.ts'
import { type CertificateFiles, readCertificate } from './certificate.ts'
import { MAX_HEADERS } from './head.ts'
import { isHttp2 } from './request-names.ts'

/** Bytes of a request line and its headers together. */
export const MAX_HEADER_BYTES = 32 * 1024

/** Milliseconds in which the headers must have come; the whole request has as long as a body. */
export const HEADERS_TIMEOUT_MS = 10_000

/** Milliseconds that a connection may lie idle; above what load balancers use, so that they close first. */
export const KEEP_ALIVE_MS = 72_000

/** Milliseconds after which a connection on which nothing moves in the middle of an answer is given up. */
export const STALLED_MS = 120_000

/** `:method`, `:scheme`, `:authority` and `:path`. */
const HTTP2_PSEUDO_HEADERS = 4

/** Requests at once on one HTTP/2 connection, MiB that its state may take, and how fast it may reset streams. */
export const MAX_HTTP2_STREAMS = 100
const HTTP2_SESSION_MIB = 10
export const HTTP2_RESETS = { streamResetBurst: 200, streamResetRate: 20 } as const

export interface ListenerOptions {
  /** Paths of PEM files; without them plain HTTP. */
  readonly tls: CertificateFiles | undefined
  /** A host of long streams offers HTTP/1.1 only: clients need one message per chunk. */
  readonly http2: boolean
  /** The body for a request that cannot be parsed; JSON. */
  readonly bodyFor: (status: number) => string
  /** Milliseconds since the Unix epoch, for the `date` of such an answer. */
  readonly now: () => number
  /** Told of every such answer. */
  readonly onUnreadable?: (status: number) => void
  /** In place of the times above, for tests. */
  readonly times?: Partial<ListenerTimes> | undefined
}

/** All in milliseconds. */
export interface ListenerTimes {
  readonly handshake: number
  readonly headers: number
  readonly request: number
  readonly keepAlive: number
  readonly stalled: number
  /** How often they are looked at. */
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
  /** Connections that are open now. */
  connections(): number
  /** Ends all of them at once, whatever they are doing. */
  cut(): void
}

/** Statuses of parser errors, by the code that Node gives. */
const PARSER_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** The server for a listener; it does not listen yet. */
export function createHttpServer(options: ListenerOptions, handler: RequestListener): Listener {
  const times = { ...TIMES, ...options.times }
  const bounds = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.checkEvery,
    // Those without a body need not be read to their end, which is a tenth of the work of a small answer.
    optimizeEmptyRequests: true,
    // For the pipeline to refuse: Node would answer without a body, and with names in mixed case.
    requireHostHeader: false,
  }
  const server =
    options.tls === undefined
      ? createServer(bounds, handler)
      : secureServer(options, options.tls, bounds, times, handler)
  // Nothing else may be expected than what Node answers by itself, and a request may be served all the same.
  server.on('checkExpectation', handler)
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    // What fails before TLS stands cannot be told by HTTP.
    if ((socket as { secureConnecting?: boolean }).secureConnecting === true) socket.destroy()
    else refuse(socket, PARSER_STATUS[error.code ?? ''] ?? 400, options)
  })
  server.on('connect', (request: IncomingMessage, other: Duplex | ServerResponse) => {
    if (isHttp2(request)) handler(request, other as ServerResponse)
    else refuse(other as Duplex, 400, options)
  })
  server.timeout = times.stalled
  // Without a limit Node would drop headers and say nothing; the pipeline counts them.
  server.maxHeadersCount = 0
  return { server, ...trackConnections(server) }
}

type Bounds = Readonly<Record<string, number | boolean>>

/** The raw connections, under TLS too. */
function trackConnections(server: Server): Pick<Listener, 'connections' | 'cut'> {
  const open = new Set<Socket>()
  // One function for all: one for each would be held for as long as its connection.
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
    minVersion: 'TLSv1.2' as const,
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
  // Idle or stalled, it is ended: nothing else looks at the times of HTTP/2.
  server.on('session', (session) => session.setTimeout(times.keepAlive))
  return server as unknown as Server
}

/**
 * Answers a connection whose request could not be read, with lower-case names, and ends it. What was asked before on
 * the same connection is answered first; an answer that has begun, such as a stream, is cut off.
 */
function refuse(socket: Duplex, status: number, options: ListenerOptions): void {
  const running = runningOn(socket)
  const isCutShort = running?.headersSent === true && !running.writableEnded
  if (!socket.writable || socket.destroyed || isCutShort) {
    socket.destroy()
    return
  }
  // A request that is itself cut short may have a handler that waits for the rest.
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
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // A client that goes on sending would keep the socket half open.
    () => (socket as Socket).destroySoon(),
  )
}

/** The answer that comes next on a connection; Node's own handling of such requests looks at the same. */
function runningOn(socket: Duplex): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
}
