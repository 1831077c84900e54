/** The sum of what one connection was sent, and with it the end of its gzip member (spec/server.md#stream-encoding). */
import { crc32OfRest } from '../../lib/files/crc32-combine.ts'
import { addText, EMPTY_TEXT, gzipEnd, type TextSum } from '../../lib/files/gzip-member.ts'

/**
 * Runs of blocks that are shared cost nothing: the partition keeps a running sum over all its blocks, and the sum of a
 * run is the difference of two of them. It is taken when a piece of the connection's own comes between, and at the end.
 */
export class Member {
  #sent: TextSum = EMPTY_TEXT
  /** The partition's sum where the present run of shared blocks began, and where it has come to. */
  #from: TextSum = EMPTY_TEXT
  #to: TextSum = EMPTY_TEXT

  /** A run of shared blocks begins. @param sum the partition's, before its first block */
  join(sum: TextSum): void {
    this.#fold()
    this.#from = sum
    this.#to = sum
  }

  /** A shared block was sent. @param sum the partition's, after it */
  share(sum: TextSum): void {
    this.#to = sum
  }

  /** A piece was sent that is not of the partition's run. */
  add(piece: TextSum): void {
    this.#fold()
    this.#sent = addText(this.#sent, piece)
  }

  /** What ends the member. */
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
