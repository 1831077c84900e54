/**
 * Names that requests and connections go by in answers and in the log: `x-transaction`, 16 hex digits, and
 * `x-connection-hash`, 32 hex digits (spec/http.md#response-headers).
 */
import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Random } from '../lib/time/clock.ts'

const TRANSACTION_BYTES = 8
const CONNECTION_BYTES = 16
/** Random bytes fetched at a time: asking for a few costs as much as asking for many. */
const POOL_BYTES = 4_096

/** Makes the function that names requests; no two of a process are alike in practice. */
export function transactionNames(random: Random): () => string {
  let pool = random(POOL_BYTES)
  let at = 0
  return () => {
    if (at === POOL_BYTES) {
      pool = random(POOL_BYTES)
      at = 0
    }
    at += TRANSACTION_BYTES
    return pool.toString('hex', at - TRANSACTION_BYTES, at)
  }
}

/** Makes the function that names the connection of a request, always the same as long as it lives. */
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

/** What stays the same from request to request: the socket; on HTTP/2, whose sockets are made up, the session. */
export function connectionOf(request: IncomingMessage | Http2ServerRequest): object {
  return isHttp2(request) ? (request.stream.session ?? request.socket) : request.socket
}

/** Whether a request came as HTTP/2; the version of a request line is only what its client says. */
export function isHttp2(request: IncomingMessage | Http2ServerRequest): request is Http2ServerRequest {
  return 'stream' in request
}
