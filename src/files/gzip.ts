/**
 * Decompresses all members of a gzip file, and ignores other bytes at the end. Node's gunzip stream is not used,
 * because this stream loses decompressed data when other bytes follow.
 */
import { crc32, createInflateRaw } from 'node:zlib'
import { decompressed } from './decompressed.ts'

const [MAGIC_1, MAGIC_2] = [0x1f, 0x8b]
const HEADER_BYTES = 10
const TRAILER_BYTES = 8
const MAX_HEADER_BYTES = 128 * 1024
const [FLAG_CRC, FLAG_EXTRA, FLAG_NAME, FLAG_COMMENT] = [2, 4, 8, 16]

/**
 * The decompressed bytes.
 * @param onRest called when bytes other than zeros follow the data; these bytes are ignored
 * @throws an error for corrupt or truncated data, after the bytes before the fault were returned
 */
export async function* unzipped(
  chunks: AsyncIterable<Buffer>,
  onRest: () => void = () => undefined,
): AsyncGenerator<Buffer> {
  const source = new Source(chunks)
  try {
    for (let isFirst = true; ; isFirst = false) {
      const magic = await source.peek(2)
      if (!isFirst && (magic[0] !== MAGIC_1 || magic[1] !== MAGIC_2)) {
        if (magic.some((byte) => byte !== 0)) onRest()
        return
      }
      await skipHeader(source)
      yield* member(source)
    }
  } finally {
    await source.close()
  }
}

async function skipHeader(source: Source): Promise<void> {
  for (let wanted = HEADER_BYTES; wanted <= MAX_HEADER_BYTES; wanted *= 4) {
    const bytes = await source.peek(wanted)
    const length = headerLength(bytes)
    if (length >= 0 && length <= bytes.length) return source.skip(length)
    if (bytes.length < wanted) throw new Error('the data is truncated')
  }
  throw new Error('the header has no end')
}

/** Length of the header in bytes; -1 when more bytes are needed to compute the length. */
function headerLength(bytes: Buffer): number {
  const flags = bytes[3] ?? 0
  let at = HEADER_BYTES
  if (flags & FLAG_EXTRA) {
    if (at + 2 > bytes.length) return -1
    at += 2 + bytes.readUInt16LE(at)
  }
  for (const flag of [FLAG_NAME, FLAG_COMMENT]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) return -1
    at = end + 1
  }
  return flags & FLAG_CRC ? at + 2 : at
}

async function* member(source: Source): AsyncGenerator<Buffer> {
  let sum = 0
  let size = 0
  const bytes = decompressed(createInflateRaw(), () => source.next())
  try {
    for (let piece = await bytes.next(); ; piece = await bytes.next()) {
      if (piece.done === true) {
        source.giveBack(piece.value)
        break
      }
      sum = crc32(piece.value, sum)
      size += piece.value.length
      yield piece.value
    }
  } finally {
    await bytes.return(Buffer.alloc(0))
  }
  const trailer = await source.peek(TRAILER_BYTES)
  if (trailer.length < TRAILER_BYTES) throw new Error('the data is truncated')
  if (trailer.readUInt32LE(0) !== sum || trailer.readUInt32LE(4) !== size % 2 ** 32)
    throw new Error('the checksum is wrong')
  source.skip(TRAILER_BYTES)
}

class Source {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The next bytes (at most `length`), without consuming them. */
  async peek(length: number): Promise<Buffer> {
    while (this.#rest.length < length) {
      const { value, done } = await this.#chunks.next()
      if (done === true) break
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    }
    return this.#rest.subarray(0, length)
  }

  skip(length: number): void {
    this.#rest = this.#rest.subarray(length)
  }

  async next(): Promise<Buffer | undefined> {
    const rest = await this.peek(1)
    if (rest.length === 0) return undefined
    const all = this.#rest
    this.#rest = Buffer.alloc(0)
    return all
  }

  /** Closes the source of the chunks. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  /** Puts back bytes that {@link next} returned and that the caller did not consume. */
  giveBack(bytes: Buffer): void {
    if (bytes.length > 0) this.#rest = Buffer.concat([bytes, this.#rest])
  }
}
