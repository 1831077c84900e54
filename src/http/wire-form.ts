/** Bodies in the form in which they are handed to Node. */
import { lengthOfPieces, writePieces } from '../lib/json.ts'
import type { Answer } from './endpoint.ts'

/** Characters from which a text is made bytes before it is sent. */
const MIN_LENGTH_AS_BYTES = 16 * 1024

/** Node joins a text to the headers first and makes both bytes then, which copies a long one twice more. */
export function wireForm({ body = '', bytes, pieces }: Answer): string | Uint8Array {
  if (bytes !== undefined) return bytes
  if (pieces === undefined && body.length < MIN_LENGTH_AS_BYTES) return body
  const joined = pieces ?? [body]
  const written = Buffer.allocUnsafe(lengthOfPieces(joined))
  writePieces(joined, written)
  return written
}
