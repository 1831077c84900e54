/** Converts bodies to the form in which Node sends them fastest. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { lengthOfPieces, writePieces } from '../lib/json.ts'
import type { Answer } from './endpoint.ts'
import type { ResponseBufferPool } from './response-buffers.ts'

/** Minimum number of characters of a text that the server encodes before it hands the text to Node. */
const MIN_LENGTH_AS_BYTES = 16 * 1024

interface WireForm {
  readonly body: string | Uint8Array
  /** The pooled buffer that contains the body and must be released; undefined if the body uses no pooled buffer. */
  readonly pooled: Buffer | undefined
}

/**
 * The body of a response in the form that Node sends fastest. For a long text, Node would join the headers and the text
 * and then encode both, which copies the text twice.
 * @param isHttp2 true for HTTP/2. HTTP/2 has no event for sent bytes, so the body then gets a buffer outside the pool
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
 * Releases a buffer when the kernel has the last byte of the body. If the connection breaks, the buffer does not return
 * to the pool, because it may still be in use.
 * @param response a response on which `end` was called
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
