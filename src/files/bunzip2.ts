/** Decompresses bzip2 data block by block; the data may consist of several streams. */
import { createRequire } from 'node:module'

/** Reads `count` bits. With null, skips to the beginning of the next whole byte. */
interface Bits {
  (count: number | null): number
  readonly bytesRead: number
}

interface Bzip2 {
  /** Block size of a stream, in units of 100,000 bytes. */
  header(bits: Bits): number
  /** Emits the bytes of a block. Returns the checksum of the stream so far, or null at its end. */
  decompress(
    bits: Bits,
    emit: (byte: number) => void,
    memory: Int32Array,
    size: number,
    sum: number,
  ): number | null
}

const BLOCK_UNIT_BYTES = 100_000
/** Maximum number of bytes by which a compressed block exceeds the block size. */
const BLOCK_OVERHEAD = 25_000
const HEADER_BYTES = 4
const MAGIC = 'BZh'

/**
 * The decompressed bytes.
 * @param onRest called when other bytes follow the data; these bytes are ignored
 * @throws an error for corrupt or truncated data, after the bytes before the fault were returned
 */
export async function* unbzipped(
  chunks: AsyncIterable<Buffer>,
  onRest: () => void = () => undefined,
): AsyncGenerator<Buffer> {
  const bzip2 = createRequire(import.meta.url)('unbzip2-stream/lib/bzip2') as Bzip2
  const source = new Queue(chunks)
  try {
    yield* blocksOf(source, bzip2, onRest)
  } finally {
    await source.close()
  }
}

async function* blocksOf(source: Queue, bzip2: Bzip2, onRest: () => void): AsyncGenerator<Buffer> {
  let size = 0
  let sum = 0
  let memory = new Int32Array(0)
  for (let isFirst = true; ; isFirst = false) {
    // The library reads a block synchronously, so memory must contain all bytes of the block.
    await source.fill(size === 0 ? HEADER_BYTES : size * BLOCK_UNIT_BYTES + BLOCK_OVERHEAD)
    if (source.left <= 0 && size === 0) return
    if (size === 0) {
      if (!isFirst && source.peek(MAGIC.length) !== MAGIC) return onRest()
      size = bzip2.header(source.bits)
      sum = 0
      if (memory.length !== size * BLOCK_UNIT_BYTES) memory = new Int32Array(size * BLOCK_UNIT_BYTES)
      continue
    }
    const block = new Block()
    const next = bzip2.decompress(source.bits, (byte) => block.add(byte), memory, memory.length, sum)
    if (next === null) size = 0
    else {
      sum = next
      yield block.bytes
    }
  }
}

/**
 * Maximum size of a decompressed block. A block can only be larger if it consists of repeated bytes, and lists of ids
 * have no such blocks.
 */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024

class Block {
  #memory = Buffer.allocUnsafe(1024 * 1024)
  #length = 0

  add(byte: number): void {
    if (this.#length === this.#memory.length) {
      if (this.#length >= MAX_BLOCK_BYTES) throw new Error(`a block of more than ${MAX_BLOCK_BYTES} bytes`)
      this.#memory = Buffer.concat([this.#memory], this.#memory.length * 2)
    }
    this.#memory[this.#length++] = byte
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }
}

/** Buffered chunks that are read bit by bit. */
class Queue {
  readonly bits: Bits
  readonly #chunks: AsyncIterator<Buffer>
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  #bit = 0

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
    const read = (count: number | null) => this.#read(count)
    this.bits = Object.assign(read, { bytesRead: 0 })
  }

  /** Number of buffered bytes that were not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at
  }

  /** Closes the source of the chunks. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  peek(length: number): string {
    return this.#bytes.toString('latin1', this.#at, this.#at + length)
  }

  /** Buffers at least `length` bytes, or all remaining bytes if there are fewer. */
  async fill(length: number): Promise<void> {
    const pieces = [this.#bytes.subarray(this.#at)]
    let left = this.left
    while (left < length) {
      const { value, done } = await this.#chunks.next()
      if (done === true) break
      pieces.push(value)
      left += value.length
    }
    this.#bytes = pieces.length === 1 ? (pieces[0] ?? this.#bytes) : Buffer.concat(pieces)
    this.#at = 0
  }

  #read(count: number | null): number {
    if (count === null) {
      if (this.#bit > 0) this.#at += 1
      this.#bit = 0
      return 0
    }
    let result = 0
    for (let wanted = count; wanted > 0; ) {
      const byte = this.#bytes[this.#at]
      if (byte === undefined) throw new Error('the data is truncated')
      const taken = Math.min(8 - this.#bit, wanted)
      result = (result << taken) | ((byte >> (8 - this.#bit - taken)) & ((1 << taken) - 1))
      this.#bit += taken
      wanted -= taken
      if (this.#bit < 8) continue
      this.#bit = 0
      this.#at += 1
    }
    return result
  }
}
