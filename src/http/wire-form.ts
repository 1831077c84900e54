/** Converts bodies to the form in which Node sends them fastest. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { lengthOfPieces, writePieces } from '../lib/json.ts'
import type { Answer } from './endpoint.ts'
import type { ResponseBufferPool } from './response-buffers.ts'

/** Minimum characters of a text that is encoded before it is sent. */
const MIN_LENGTH_AS_BYTES = 16 * 1024

interface WireForm {
  readonly body: string | Uint8Array
  /** The buffer of the pool that contains the body; undefined when nothing has to be released. */
  readonly pooled: Buffer | undefined
}

/**
 * The body of a response in the form that Node sends. Node would join a long text with the headers and then encode
 * both, which copies it twice.
 * @param isHttp2 true for HTTP/2, which has no event for sent bytes: the body gets an unpooled buffer
 */
export function wireForm(
  pool: ResponseBufferPool,
  { body = '', bytes, pieces }: Answer,
  isHttp2: boolean,
): WireForm {
  if (bytes !== undefined) return { body: bytes, pooled: undefined }
  if (pieces === undefined && body.length < MIN_LENGTH_AS_BYTES) return { body, pooled: undefined }
  const joined = pieces ?? [body]
  const length = lengthOfPieces(joined)
  const buffer = isHttp2 ? Buffer.allocUnsafe(length) : pool.acquire(length)
  writePieces(joined, buffer)
  return { body: buffer.subarray(0, length), pooled: isHttp2 ? undefined : buffer }
}

/**
 * Releases a buffer when the kernel has its last byte. The buffer of a broken connection is never released, because the
 * kernel may still read it.
 * @param response a response that was ended
 */
export function releaseWhenSent(
  pool: ResponseBufferPool,
  buffer: Buffer,
  response: ServerResponse,
  { socket }: IncomingMessage,
): void {
  if (response.writableLength === 0) pool.release(buffer)
  else {
    response.once('finish', () => {
      if (!socket.destroyed) pool.release(buffer)
    })
  }
}
