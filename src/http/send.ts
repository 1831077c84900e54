/** Puts an answer on the wire: the headers that every answer has, lower case, and gzip when it was asked for. */
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
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

/** Sends `answer` with `headers` added. */
export async function send(
  reply: FastifyReply,
  answer: Answer,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { request } = reply
  const body = answer.body ?? ''
  reply.code(answer.status)
  // Node would write these two itself, but not in lower case.
  reply.header('date', new Date().toUTCString())
  reply.header(
    'connection',
    keepsAlive(request.raw.httpVersionMinor, request.headers.connection) ? 'keep-alive' : 'close',
  )
  reply.headers(headers)
  if (answer.headers !== undefined) reply.headers(answer.headers)
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

function keepsAlive(minor: number, connection: string | undefined): boolean {
  const asked = connection?.toLowerCase() ?? ''
  if (asked.includes('close')) return false
  return minor > 0 || asked.includes('keep-alive')
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
