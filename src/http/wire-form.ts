/** Bodies in the form in which they are handed to Node. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { lengthOfPieces, writePieces } from '../lib/json.ts'
import type { Answer } from './endpoint.ts'
import type { ResponseBufferPool } from './response-buffers.ts'

/** Characters from which a text is made bytes before it is sent. */
const MIN_LENGTH_AS_BYTES = 16 * 1024

interface WireForm {
  readonly body: string | Uint8Array
  /** The pool's buffer that holds the body; undefined where there is nothing to release. */
  readonly pooled: Buffer | undefined
}

/**
 * The body of an answer as Node sends it. Node would join a long text to the headers and then make both bytes, which copies it twice.
 * @param isHttp2 true where no event says when the bytes have left: such a body gets a buffer of its own
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
 * Releases a buffer when the system has taken its last byte. A connection that broke off never releases: how far the
 * system has read the buffer is unknown then.
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
