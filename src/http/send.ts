/**
 * Sends responses. Adds the headers that every response has, and compresses bodies with gzip when the client accepts
 * it.
 */
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../lib/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { MAX_FORM_BYTES } from './body.ts'
import { discardBody } from './discard.ts'
import type { Answer } from './endpoint.ts'
import {
  type HeaderList,
  type HttpDates,
  headerList,
  mixedNames,
  pushHeaders,
  pushReplacing,
} from './headers.ts'
import { KEEP_ALIVE_MS } from './listener.ts'
import { isHttp2 } from './request-names.ts'
import type { ResponseBufferPool } from './response-buffers.ts'
import { type ResponseObserver, runStream, runWithoutReader, type StreamBody } from './stream-response.ts'
import { releaseWhenSent, wireForm } from './wire-form.ts'

const compress = promisify(gzip)

/** Minimum bytes of a body that is compressed. Compressing a shorter body costs more time than it saves. */
const COMPRESS_FROM = 1024

/**
 * A page of ids consists mostly of digits. Huffman coding alone reduces such a body to less than half, in a fraction of
 * the time that a search for repetitions takes (docs/performance.md). Other bodies are compressed at the full level 1.
 */
const GZIP = { level: 1, strategy: constants.Z_DEFAULT_STRATEGY } as const
const GZIP_DIGITS = { level: 1, strategy: constants.Z_HUFFMAN_ONLY } as const

/** Dependencies of {@link send}. */
export interface Sender {
  readonly clock: Clock
  readonly dates: HttpDates
  readonly buffers: ResponseBufferPool
  /** Makes a name for a request. */
  transactionName(): string
  /** Returns the name of the connection of a request. */
  connectionName(request: FastifyRequest['raw']): string
  /** The web origin whose pages may read responses (CORS); undefined if no origin may. */
  readonly corsOrigin: string | undefined
  /**
   * Request headers that pages of this origin may send, in addition to `authorization` and `content-type`; none by
   * default.
   */
  readonly corsHeaders?: readonly string[]
  draining(): boolean
  /**
   * True if the API of the server's day has header names in mixed case. This value applies to requests that do not set
   * a day.
   */
  hasMixedNames(): boolean
  /** Headers that every response has in addition to the headers of the API. */
  readonly alwaysSent: HeaderList
  readonly logger: Logger
}

/** Response headers that pages of another origin may read, and request headers that these pages may send. */
const CORS_EXPOSED = 'x-rate-limit-limit, x-rate-limit-remaining, x-rate-limit-reset, x-access-level'
const CORS_ALLOWED = 'authorization, content-type'

function preflightHeaders(more: readonly string[]): HeaderList {
  return headerList({
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': [CORS_ALLOWED, ...more].join(', '),
    'access-control-max-age': '600',
  })
}

const KEEP_ALIVE = `timeout=${KEEP_ALIVE_MS / 1000}`

/** Content type for a response without a body (spec/http.md#response-headers). */
const NO_BODY = { 'content-type': 'text/html;charset=utf-8' }

/** Headers of a response, in addition to the headers that every response has. */
export interface ResponseHeaders {
  /** Headers of every response of the family. Headers of the handler's result with the same names replace them. */
  readonly family: HeaderList
  /** Headers of this response only. Headers of the handler's result do not replace them. */
  readonly own: HeaderList
  /** True for names in mixed case; default: the case of the server's day. */
  readonly hasMixedNames?: boolean | undefined
  /** Observes the response before it is written. */
  readonly exchange?: ResponseObserver | undefined
}

/** Responds to a CORS preflight request. */
export function sendPreflight(sender: Sender, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const family = preflightHeaders(sender.corsHeaders ?? [])
  return send(sender, request, reply, { status: 204, body: undefined }, { family, own: [] })
}

/**
 * Sends `answer`.
 *
 * Bypasses the framework, because the framework would remove the `content-length` of a 204. Also bypasses the default
 * headers of Node, because Node would write `Date`, `Connection` and `Keep-Alive` in mixed case.
 */
export async function send(
  sender: Sender,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers: ResponseHeaders,
): Promise<void> {
  if (answer.stream !== undefined) return sendStream(sender, request, reply, answer, answer.stream, headers)
  const { status } = answer
  const { body, pooled } = wireForm(sender.buffers, answer, isHttp2(request.raw))
  const isLong = body.length >= COMPRESS_FROM && answer.isDense !== true
  const isPacked = isLong && acceptsGzip(request.headers['accept-encoding'])
  const bytes = isPacked ? (answer.gzipped ?? (await compress(body, strategyFor(answer)))) : body
  const connection = connectionModeOf(sender, request)
  const head = headOf(sender, request, answer, connection, headers)
  if (isPacked) head.push('content-encoding', 'gzip')
  head.push('vary', 'accept-encoding')
  // A 304 has no `content-length`, because this header would have to give the length of the body of a 200 (RFC 9110
  // section 8.6).
  const length = Buffer.byteLength(bytes)
  if (status !== 304) head.push('content-length', String(length))
  const response = reply.raw
  const named = namedFor(sender, request, head, headers)
  const sent = isHead(request) ? undefined : bytes
  const sendResponse = headers.exchange?.sending(named, { status, text: body, bytes: sent })
  if (sendResponse !== undefined) {
    reply.hijack()
    return sendResponse(response, request.raw)
  }
  response.writeHead(status, named)
  // The code takes over the reply only after the head is complete. An invalid header throws an error earlier, and the
  // pipeline can still send a response for this error.
  reply.hijack()
  try {
    // ASCII text has the same bytes in latin1 and UTF-8, and Node writes latin1 faster.
    if (connection !== 'linger') response.end(sent, length === bytes.length ? 'latin1' : 'utf8')
    else {
      if (sent !== undefined) response.write(sent)
      await discardBody(request.raw, sender.clock)
      response.end()
    }
    if (pooled !== undefined) releaseWhenSent(sender.buffers, pooled, response, request.raw)
  } catch (error) {
    // The head has been sent, so no other response is possible.
    sender.logger.error({ transaction: request.id, err: error }, 'an answer failed on its way')
  }
}

/** True for a HEAD request. Its response has the headers of GET and no body. */
export function isHead({ method }: FastifyRequest): boolean {
  return method === 'HEAD'
}

/**
 * Starts a stream without waiting for its end, and drops the headers of the request. In contrast to {@link send}, it
 * does not discard an unread body of the request first.
 */
function sendStream(
  sender: Sender,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  body: StreamBody,
  headers: ResponseHeaders,
): void {
  const connection = connectionModeOf(sender, request)
  const head = headOf(sender, request, answer, connection, headers)
  head.push('vary', 'accept-encoding')
  const { httpVersionMajor, httpVersionMinor } = request.raw
  if (answer.streamLength !== undefined) head.push('content-length', String(answer.streamLength))
  else {
    // nginx buffers responses by default, so the client would never receive the messages of an endless response.
    head.push('x-accel-buffering', 'no')
    // Only HTTP/1.1 has chunks. HTTP/1.0 clients read until the connection ends, and HTTP/2 has its own frames.
    if (httpVersionMajor === 1 && httpVersionMinor > 0) head.push('transfer-encoding', 'chunked')
  }
  const response = reply.raw
  const named = namedFor(sender, request, head, headers)
  const observed = headers.exchange?.streaming(named, answer.status, body) ?? body
  if (isHead(request)) {
    // The body starts before the head is written, because the body must release its resources even if writing the head
    // fails.
    runWithoutReader(observed).catch(failureOf(sender, request.id))
    response.writeHead(answer.status, named)
    reply.hijack()
    response.end()
    return
  }
  try {
    response.writeHead(answer.status, named)
    // The client must receive the head before the first message.
    response.flushHeaders()
  } catch (error) {
    failureOf(sender, request.id)(error)
  } finally {
    reply.hijack()
    forgetRequest(request.raw)
    runStream(request.raw, response, sender.clock, observed).catch(failureOf(sender, request.id))
  }
}

/** This function is separate, so that the closure that it returns does not retain the request. */
function failureOf({ logger }: Sender, transaction: string): (error: unknown) => void {
  return (error) => logger.error({ transaction, err: error }, 'a stream failed')
}

/** Empty headers that replace the headers of a request after they were dropped. */
const NO_HEADERS: IncomingMessage['headers'] = {}

/** Drops the headers of a request to free memory: a stream may last for days and does not need them. */
function forgetRequest(request: IncomingMessage): void {
  if (isHttp2(request)) return
  request.headers = NO_HEADERS
  request.rawHeaders = []
}

type ConnectionMode = 'keep-alive' | 'close' | 'linger' | 'stream'

function headOf(
  sender: Sender,
  request: FastifyRequest,
  { status, headers }: Answer,
  connection: ConnectionMode,
  { family, own }: ResponseHeaders,
): string[] {
  const date = sender.dates.at(sender.clock.now())
  const head: string[] = ['date', date]
  if (connection !== 'stream') head.push('connection', connection === 'keep-alive' ? connection : 'close')
  if (connection === 'keep-alive') head.push('keep-alive', KEEP_ALIVE)
  head.push('status', `${status} ${STATUS_CODES[status]}`, 'last-modified', date)
  const instead = status === 204 ? { ...headers, ...NO_BODY } : headers
  if (instead === undefined) pushHeaders(head, family)
  else pushReplacing(head, family, instead)
  pushHeaders(head, own)
  pushHeaders(head, sender.alwaysSent)
  head.push('x-transaction', request.id, 'x-connection-hash', sender.connectionName(request.raw))
  if (sender.corsOrigin !== undefined && !isPage(status, head)) {
    head.push('access-control-allow-origin', sender.corsOrigin, 'access-control-expose-headers', CORS_EXPOSED)
  }
  return head
}

function namedFor(
  sender: Sender,
  { raw }: FastifyRequest,
  head: string[],
  { hasMixedNames = sender.hasMixedNames() }: ResponseHeaders,
): string[] {
  const isMixed = !isHttp2(raw) && hasMixedNames
  return isMixed ? mixedNames(head) : head
}

/**
 * True for an HTML page; scripts of other origins may not read such a page. False for a 204: it has the content type of
 * a page but no body.
 */
function isPage(status: number, head: HeaderList): boolean {
  const type = head[head.indexOf('content-type') + 1] ?? ''
  return status !== 204 && type.startsWith('text/html')
}

function strategyFor({ body }: Answer): typeof GZIP | typeof GZIP_DIGITS {
  return body?.startsWith('{"ids":[') === true ? GZIP_DIGITS : GZIP
}

/**
 * Clients that send `connection: close` expect the same header in the response. Node discards only a small unread
 * request body. With `linger`, a large body is read to its end before the connection is closed.
 */
function connectionModeOf(sender: Sender, { raw }: FastifyRequest): ConnectionMode {
  if (isHttp2(raw)) return 'stream'
  const { connection, 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
  if (hasBody && !raw.readableEnded) {
    const isSmall = encoding === undefined && Number(length) <= MAX_FORM_BYTES && !raw.readableDidRead
    if (!isSmall) return 'linger'
  }
  const asked = connection?.toLowerCase() ?? ''
  if (asked.includes('close') || sender.draining()) return 'close'
  const isOld = raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0
  return !isOld || asked.includes('keep-alive') ? 'keep-alive' : 'close'
}

/**
 * True if `accept-encoding` names gzip or `*` with a weight above zero (RFC 9110 section 12.5.3). If both are present,
 * the weight of gzip counts.
 */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  const weights = new Map<string, number>()
  for (const item of String(header).toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  const weight = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0
  return weight > 0
}
