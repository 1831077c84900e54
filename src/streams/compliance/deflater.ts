/**
 * Compresses messages of the compliance stream and counts the compressed text. Tests use the count to check that each
 * text is compressed only once for all clients.
 */

import { MESSAGE_END } from '../../formats/compliance/events.ts'
import { type GzipPiece, gzipPiece } from '../../lib/files/gzip-member.ts'

export class Deflater {
  #bytes = 0

  /** Number of bytes of text that have been compressed. */
  get bytes(): number {
    return this.#bytes
  }

  piece(text: string | Uint8Array): GzipPiece {
    const piece = gzipPiece(text)
    this.#bytes += piece.length
    return piece
  }

  /** Compresses a position message. */
  position(position: bigint): GzipPiece {
    return this.piece(JSON.stringify({ position: String(position) }) + MESSAGE_END)
  }
}
