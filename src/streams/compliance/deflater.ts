/** Compressing for the compliance stream, with what it was given counted: each text is to be given once for everybody. */

import { MESSAGE_END } from '../../formats/compliance/events.ts'
import { type GzipPiece, gzipPiece } from '../../lib/files/gzip-member.ts'

export class Deflater {
  #bytes = 0

  /** Bytes of text so far. */
  get bytes(): number {
    return this.#bytes
  }

  /** Compresses a text by itself. */
  piece(text: string | Uint8Array): GzipPiece {
    const piece = gzipPiece(text)
    this.#bytes += piece.length
    return piece
  }

  /** Compresses the line that says how far a stream has come. */
  position(position: bigint): GzipPiece {
    return this.piece(JSON.stringify({ position: String(position) }) + MESSAGE_END)
  }
}
