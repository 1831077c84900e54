/**
 * Filters a GIF: keeps its frames, their timing and the loop count. Comments, texts, other application extensions and
 * trailing bytes are removed, so that a GIF cannot contain a second file. Nothing is decoded, and the bytes of frames
 * do not change.
 */
import { UploadRefused } from './refused.ts'

/** First byte of each kind of block. */
const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b

/** Second byte of the extension that has the duration of a frame. */
const GRAPHIC_CONTROL = 0xf9
/** Second byte of the application extension, which may have a loop count. */
const APPLICATION = 0xff

/** Names of the application extensions that have a loop count. */
const LOOPS = ['NETSCAPE2.0', 'ANIMEXTS1.0']

/**
 * The blocks with a meaning in these extensions, by their first byte. The first block has the number of loops, and the
 * second block has the number of bytes to buffer.
 */
const LOOP_BLOCKS: readonly { readonly id: number; readonly length: number }[] = [
  { id: 1, length: 3 },
  { id: 2, length: 5 },
]

/** Maximum number of blocks in a file. Up to a thousand frames are accepted, and each may have a few blocks. */
const MAX_BLOCKS = 10_000

/** Maximum number of blocks that are read from an extension with a loop count. */
const MAX_LOOP_BLOCKS = 4

/**
 * A request of the parser: read bytes, skip or copy bytes, or skip or copy all sub-blocks up to the empty sub-block.
 */
type Ask =
  | { readonly take: number; readonly mayEnd?: boolean }
  | { readonly pass: number; readonly isKept: boolean }
  | { readonly parts: 'kept' | 'dropped' }

type Walk<Result> = Generator<Ask, Result, Buffer>

/** Maximum number of bytes of a chunk that the parser keeps until it gets the next chunk. */
const MAX_BUFFERED = 64

/**
 * The filtered bytes of a GIF, with a trailer, even if the file has no trailer.
 * @param chunks the whole file, in chunks of any size
 * @throws {UploadRefused} `not-decodable` for an invalid block structure
 */
export async function* sievedGif(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const sieve = new GifSieve()
  for await (const chunk of chunks) {
    const kept = sieve.push(chunk)
    if (kept.length > 0) yield kept
    if (sieve.isOver) return
  }
  yield sieve.end()
}

class GifSieve {
  readonly #walk: Walk<void>
  #ask: Ask
  /** Number of bytes that the request or sub-block still needs, and the bytes that have been read for it. */
  #left: number
  #taken: Buffer[] = []
  #isOver = false
  #out: Buffer = Buffer.alloc(0)
  #length = 0

  constructor() {
    this.#walk = blocks((octets) => this.#keep(octets))
    this.#ask = this.#walk.next().value ?? { take: 0 }
    this.#left = lengthOf(this.#ask)
  }

  /** True after the trailer. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Processes the next bytes of the file and returns the bytes to keep. */
  push(chunk: Uint8Array): Uint8Array {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    this.#out = Buffer.allocUnsafe(bytes.length + MAX_BUFFERED)
    this.#length = 0
    let at = 0
    while (at < bytes.length && !this.#isOver) {
      if ('parts' in this.#ask) {
        at = this.#passParts(bytes, at, this.#ask.parts === 'kept')
        continue
      }
      const part = bytes.subarray(at, at + this.#left)
      at += part.length
      this.#left -= part.length
      if ('take' in this.#ask) this.#taken.push(part)
      else if (this.#ask.isKept) this.#keep(part)
      if (this.#left === 0) this.#goOn()
    }
    return this.#out.subarray(0, this.#length)
  }

  /** Ends the file. @returns the trailer, because the file has none @throws {UploadRefused} `not-decodable` */
  end(): Uint8Array {
    if (!('take' in this.#ask) || this.#ask.mayEnd !== true) throw malformed('it breaks off')
    return Buffer.of(TRAILER)
  }

  #keep(octets: Buffer): void {
    this.#length += octets.copy(this.#out, this.#length)
  }

  /**
   * Skips or copies sub-blocks without requests of the parser, because a file can consist mostly of sub-blocks.
   * @returns the offset after the bytes that were processed
   */
  #passParts(bytes: Buffer, from: number, isKept: boolean): number {
    let at = from
    let isLast = false
    while (at < bytes.length && !isLast) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, bytes.length - at)
        this.#left -= step
        at += step
      } else {
        this.#left = bytes[at] ?? 0
        isLast = this.#left === 0
        at += 1
      }
    }
    if (isKept) this.#keep(bytes.subarray(from, at))
    if (isLast) this.#goOn()
    return at
  }

  #goOn(): void {
    const [only, ...more] = this.#taken
    const answer = more.length === 0 ? (only ?? Buffer.alloc(0)) : Buffer.concat(this.#taken)
    this.#taken = []
    const { value, done } = this.#walk.next(answer)
    this.#isOver = done === true
    if (value === undefined) return
    this.#ask = value
    this.#left = lengthOf(value)
  }
}

/** Number of bytes that a request needs; 0 for sub-blocks, whose lengths follow in the file. */
function lengthOf(ask: Ask): number {
  if ('parts' in ask) return 0
  return 'take' in ask ? ask.take : ask.pass
}

type Keep = (octets: Buffer) => void

/** Parses all blocks. Each step consumes at least one byte. */
function* blocks(keep: Keep): Walk<void> {
  const screen = yield { take: 13 }
  keep(screen)
  yield* colours(screen.readUInt8(10))
  let isLooped = false
  for (let count = 0; count < MAX_BLOCKS; count += 1) {
    const first = (yield { take: 1, mayEnd: true }).readUInt8()
    if (first === TRAILER) return keep(Buffer.of(TRAILER))
    if (first === IMAGE) yield* image(keep)
    else if (first === EXTENSION) isLooped = yield* extension(keep, isLooped)
    else throw malformed(`${first} begins no block`)
  }
  throw malformed('it has too many blocks')
}

function* colours(flags: number): Walk<void> {
  if ((flags & 0x80) !== 0) yield { pass: 3 * 2 ** ((flags & 7) + 1), isKept: true }
}

function* image(keep: Keep): Walk<void> {
  const about = yield { take: 9 }
  keep(Buffer.of(IMAGE))
  keep(about)
  yield* colours(about.readUInt8(8))
  yield { pass: 1, isKept: true }
  yield { parts: 'kept' }
}

/** @returns true after the first loop count, because later loop counts are removed */
function* extension(keep: Keep, isLooped: boolean): Walk<boolean> {
  const kind = (yield { take: 1 }).readUInt8()
  if (kind === GRAPHIC_CONTROL) yield* graphicControl(keep)
  else if (kind === APPLICATION && !isLooped) return yield* application(keep)
  else yield { parts: 'dropped' }
  return isLooped
}

/** Accepts only a graphic control of four bytes. */
function* graphicControl(keep: Keep): Walk<void> {
  const [length = 0] = yield { take: 1 }
  if (length !== 4) throw malformed(`a graphic control of ${length} octets`)
  const control = yield { take: 4 }
  keep(Buffer.of(EXTENSION, GRAPHIC_CONTROL, 4))
  keep(control)
  keep(Buffer.of(0))
  yield { parts: 'dropped' }
}

/** @returns true for a loop count, which is the only application extension that is kept */
function* application(keep: Keep): Walk<boolean> {
  const [length = 0] = yield { take: 1 }
  if (length === 0) return false
  const name = yield { take: length }
  if (!LOOPS.includes(name.toString('latin1'))) {
    yield { parts: 'dropped' }
    return false
  }
  const kept = yield* loopBlocks()
  if (kept.length === 0) return false
  keep(Buffer.of(EXTENSION, APPLICATION, name.length))
  keep(name)
  for (const block of kept) {
    keep(Buffer.of(block.length))
    keep(block)
  }
  keep(Buffer.of(0))
  return true
}

/** Returns one block of each kind that has a meaning, from the first {@link MAX_LOOP_BLOCKS} blocks. */
function* loopBlocks(): Walk<readonly Buffer[]> {
  const kept: Buffer[] = []
  for (let count = 0; count < MAX_LOOP_BLOCKS; count += 1) {
    const [size = 0] = yield { take: 1 }
    if (size === 0) return kept
    const block = yield { take: size }
    const [id] = block
    const isKnown = LOOP_BLOCKS.some((each) => each.length === size && each.id === id)
    if (isKnown && !kept.some((each) => each[0] === id)) kept.push(block)
  }
  yield { parts: 'dropped' }
  return kept
}

function malformed(message: string): UploadRefused {
  return new UploadRefused('not-decodable', `the GIF is none: ${message}`)
}
