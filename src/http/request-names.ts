/**
 * Makes the names of requests and connections in responses and in the log: `x-transaction` with 16 hex digits, and
 * `x-connection-hash` with 32 hex digits (spec/http.md#response-headers).
 */
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Random } from '../lib/time/clock.ts'

const TRANSACTION_BYTES = 8
const CONNECTION_BYTES = 16
/** Number of random bytes that are fetched at a time. Fetching few bytes takes as long as fetching many bytes. */
const POOL_BYTES = 4_096
const NO_BYTES = Buffer.alloc(0)

/** The functions that name requests and connections. */
export function requestNames(random: Random) {
  return { transactionName: transactionNames(random), connectionName: connectionNames(random) }
}

/**
 * Returns the function that makes random names for requests. The function fetches no random bytes before the first
 * request.
 */
export function transactionNames(random: Random): () => string {
  let pool: Buffer = NO_BYTES
  let at = POOL_BYTES
  return () => {
    if (at === POOL_BYTES) {
      pool = random(POOL_BYTES)
      at = 0
    }
    at += TRANSACTION_BYTES
    return pool.toString('hex', at - TRANSACTION_BYTES, at)
  }
}

/** Returns the function that names the connection of a request; all requests of a connection get the same name. */
export function connectionNames(random: Random): (request: IncomingMessage | Http2ServerRequest) => string {
  const names = new WeakMap<object, string>()
  return (request) => {
    const connection = connectionOf(request)
    let name = names.get(connection)
    if (name === undefined) {
      name = random(CONNECTION_BYTES).toString('hex')
      names.set(connection, name)
    }
    return name
  }
}

/**
 * The object that all requests of a connection share: the socket, or the session of HTTP/2. In HTTP/2, each request has
 * a different proxy object as its socket.
 */
export function connectionOf(request: IncomingMessage | Http2ServerRequest): object {
  return isHttp2(request) ? (request.stream.session ?? request.socket) : request.socket
}

/** True for HTTP/2. The version in the request line is not reliable, because a client can send any version. */
export function isHttp2(request: IncomingMessage | Http2ServerRequest): request is Http2ServerRequest {
  return 'stream' in request
}
