/** Bodies in the form in which they are handed to Node, and what becomes of the memory that long ones stand in. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { lengthOfPieces, writePieces } from '../lib/json.ts'
import type { BodyMemory } from './body-memory.ts'
import type { Answer } from './endpoint.ts'

/** Characters from which a text is made bytes before it is sent. */
const LONG = 16 * 1024

/**
 * Gives memory back when its last byte has gone to the system: mostly at once, so that the next body is written over what
 * the processor still has at hand, and else at the end of the answer. A connection that broke off has an end too, and of
 * that nobody knows how far it came.
 * @param response that has been ended
 */
export function giveBackWhenSent(
  memory: BodyMemory,
  lent: Buffer,
  response: ServerResponse,
  { socket }: IncomingMessage,
): void {
  if (response.writableLength === 0) memory.giveBack(lent)
  else {
    response.once('finish', () => {
      if (!socket.destroyed) memory.giveBack(lent)
    })
  }
}

/** A body as it is sent, and the memory that it stands in where that can be used again afterwards. */
interface WireForm {
  readonly body: string | Uint8Array
  readonly lent: Buffer | undefined
}

/**
 * Node joins a text to the headers first and makes both bytes then, which copies a long one twice more.
 * @param isHttp2 where nothing tells when the bytes have left
 */
export function wireForm(
  memory: BodyMemory,
  { body = '', bytes, pieces }: Answer,
  isHttp2: boolean,
): WireForm {
  if (bytes !== undefined) return { body: bytes, lent: undefined }
  if (pieces === undefined && body.length < LONG) return { body, lent: undefined }
  const joined = pieces ?? [body]
  const length = lengthOfPieces(joined)
  const lent = isHttp2 ? Buffer.allocUnsafe(length) : memory.lend(length)
  writePieces(joined, lent)
  return { body: lent.subarray(0, length), lent: isHttp2 ? undefined : lent }
}
