/** Puts an answer on the wire: the headers that every answer has, lower case, and gzip when it was asked for. */
import { STATUS_CODES } from 'node:http'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import type { Answer } from './endpoint.ts'

const compress = promisify(gzip)

/** Bytes below which compressing costs more than it saves. */
const COMPRESS_FROM = 1024

/**
 * Bodies are mostly digits and repeated keys. Huffman coding alone takes them to less than half at a fraction of
 * the cost of searching for repetitions (docs/performance.md); large object lists gain more from level 1.
 */
const GZIP = { level: 1, strategy: constants.Z_DEFAULT_STRATEGY } as const
const GZIP_DIGITS = { level: 1, strategy: constants.Z_HUFFMAN_ONLY } as const

/** What sending needs to know of the server. */
export interface Sender {
  readonly clock: Clock
  /** The origin whose pages may read answers. */
  readonly corsOrigin: string | undefined
  draining(): boolean
}

/** Headers beyond the ordinary ones that a page may read, and may send. */
const CORS_EXPOSED = 'x-rate-limit-limit, x-rate-limit-remaining, x-rate-limit-reset, x-access-level'
const CORS_ALLOWED = 'authorization, content-type'
const CORS_METHODS = 'GET, POST, PUT, DELETE'
const CORS_SECONDS = '600'

/** Answers a browser that asks whether a page may call. */
export function sendPreflight(
  sender: Sender,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(
    sender,
    request,
    reply,
    { status: 204, body: undefined },
    {
      'access-control-allow-methods': CORS_METHODS,
      'access-control-allow-headers': CORS_ALLOWED,
      'access-control-max-age': CORS_SECONDS,
    },
  )
}

/** Sends `answer` with `headers` added; what the answer says of a header goes before them. */
export async function send(
  sender: Sender,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const body = answer.body ?? ''
  reply.code(answer.status)
  // Node would write these two itself, but not in lower case.
  reply.header('date', new Date(sender.clock.now()).toUTCString())
  if (request.raw.httpVersionMajor === 1) reply.header('connection', connectionOf(sender, request))
  reply.header('status', `${answer.status} ${STATUS_CODES[answer.status]}`)
  reply.headers(headers)
  if (answer.headers !== undefined) reply.headers(answer.headers)
  if (sender.corsOrigin !== undefined) {
    reply.header('access-control-allow-origin', sender.corsOrigin)
    reply.header('access-control-expose-headers', CORS_EXPOSED)
  }
  if (answer.status === 204) {
    reply.header('content-type', 'text/html;charset=utf-8')
    reply.header('content-length', '0')
    return reply.send('')
  }
  reply.header('vary', 'accept-encoding')
  if (body.length < COMPRESS_FROM || !acceptsGzip(request.headers['accept-encoding'])) {
    reply.header('content-length', String(Buffer.byteLength(body)))
    return reply.send(body)
  }
  const packed = await compress(body, body.startsWith('{"ids":[') ? GZIP_DIGITS : GZIP)
  reply.header('content-encoding', 'gzip')
  reply.header('content-length', String(packed.length))
  return reply.send(packed)
}

/** A client that asks for `close` waits for the answer to say so; a body that was not read cannot be skipped over. */
function connectionOf(sender: Sender, { raw }: FastifyRequest): 'keep-alive' | 'close' {
  const asked = raw.headers.connection?.toLowerCase() ?? ''
  if (asked.includes('close') || sender.draining()) return 'close'
  const hasBody =
    raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
  if (hasBody && raw.headers['content-length'] !== '0' && !raw.readableEnded) return 'close'
  return raw.httpVersionMinor > 0 || asked.includes('keep-alive') ? 'keep-alive' : 'close'
}

/**
 * Whether `accept-encoding` names gzip, or everything, with a weight above zero (RFC 9110 section 12.5.3). The
 * named coding goes before the star.
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
