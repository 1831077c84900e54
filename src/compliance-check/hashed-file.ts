/** Reads a file once and hashes the whole file, even when the caller stops reading before the end. */
import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'

export interface FileFacts {
  readonly bytes: number
  /** SHA-256 of the stored bytes of the file, in hexadecimal. */
  readonly sha256: string
}

export class HashedFile {
  readonly #stream: ReadStream
  readonly #chunks: AsyncIterator<Buffer>
  readonly #hash = createHash('sha256')
  readonly #onBytes: (bytes: number) => void
  #bytes = 0

  /** @param onBytes called with the number of bytes read so far */
  constructor(path: string, onBytes: (bytes: number) => void) {
    this.#stream = createReadStream(path, { highWaterMark: 256 * 1024 })
    this.#chunks = this.#stream.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
    this.#onBytes = onBytes
  }

  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await this.#chunks.next()
      if (done === true) return
      this.#hash.update(value)
      this.#bytes += value.length
      this.#onBytes(this.#bytes)
      yield value
    }
  }

  /** Reads the rest of the file to complete the hash, and closes the file. */
  async finish(): Promise<FileFacts> {
    for await (const _ of this.chunks());
    this.close()
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  close(): void {
    this.#stream.destroy()
  }
}
