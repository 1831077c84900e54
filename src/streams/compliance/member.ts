/** Computes the checksum at the end of the gzip member of one connection (spec/server.md#stream-encoding). */
import { crc32OfRest } from '../../lib/files/crc32-combine.ts'
import { addText, EMPTY_TEXT, gzipEnd, type TextSum } from '../../lib/files/gzip-member.ts'

/**
 * A run is a series of shared blocks that a connection sends without sending a piece of its own between them. The
 * partition keeps a running sum over all its blocks, so the sum of a run is the difference of two running sums. The
 * difference is computed when the run ends.
 */
export class Member {
  #sent: TextSum = EMPTY_TEXT
  /**
   * The running sum of the partition at the start of the current run of shared blocks. `#to` is the running sum at
   * the end of the run.
   */
  #from: TextSum = EMPTY_TEXT
  #to: TextSum = EMPTY_TEXT

  /** Starts a run of shared blocks. @param sum running sum of the partition before the first block */
  join(sum: TextSum): void {
    this.#fold()
    this.#from = sum
    this.#to = sum
  }

  /** Adds a shared block. @param sum running sum of the partition after the block */
  share(sum: TextSum): void {
    this.#to = sum
  }

  /** Adds a piece that only this connection sends. */
  add(piece: TextSum): void {
    this.#fold()
    this.#sent = addText(this.#sent, piece)
  }

  /** The end of the gzip member. */
  end(): Buffer {
    this.#fold()
    return gzipEnd(this.#sent)
  }

  #fold(): void {
    const length = this.#to.length - this.#from.length
    if (length > 0) {
      const crc = crc32OfRest(this.#to.crc, this.#from.crc, length)
      this.#sent = addText(this.#sent, { crc, length })
    }
    this.#from = this.#to
  }
}
