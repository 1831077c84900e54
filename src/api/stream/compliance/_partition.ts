/**
 * One partition of the compliance stream: its messages are gathered into blocks, each compressed once, and kept in a
 * bounded ring from which connections pull (design section 7).
 */
import type { LoggedEvent } from '../../../events/event.ts'
import type { Clock } from '../../../lib/clock.ts'
import { addText, EMPTY_TEXT, type GzipPiece, gzipPiece, type TextSum } from '../../../lib/gzip-member.ts'

/** Messages that were compressed together. */
export interface Block {
  readonly piece: GzipPiece
  /** The partition's running sum after this block. */
  readonly sum: TextSum
  /** Position of its last event. */
  readonly position: bigint
  /** When its first event happened, in milliseconds since the Unix epoch. */
  readonly at: number
}

/** Told that there may be something new; must be quick and must not throw. */
export interface BlockReader {
  wake(): void
}

/** Milliseconds since the last block, below which messages gather for the next one. */
export const GATHER_MS = 2

/** Characters of a block: deflating as many takes about a millisecond. */
const BLOCK_LARGEST = 64 * 1024

/** What a block takes in memory besides its bytes, about. */
const BLOCK_OVERHEAD = 512

/** Bytes of blocks that are kept for readers, for a while a quarter more. */
export const RING_BYTES = 4 * 1024 * 1024

export class Partition {
  readonly #clock: Clock
  readonly #ringBytes: number
  readonly #readers = new Set<BlockReader>()
  #blocks: Block[] = []
  /** Number of the first block that is kept. */
  #first = 0
  #bytes = 0
  #sum: TextSum = EMPTY_TEXT
  #pending = ''
  #pendingAt = 0
  #pendingPosition = 0n
  #lastBlockAt = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | undefined

  constructor(clock: Clock, ringBytes = RING_BYTES) {
    this.#clock = clock
    this.#ringBytes = ringBytes
  }

  /** Connections that read it. */
  get readers(): number {
    return this.#readers.size
  }

  /** Bytes that are kept now, about. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes a message in; {@link settle} is called when no more are at hand. Without readers it is let go. */
  push(message: string, { at, position }: Pick<LoggedEvent, 'at' | 'position'>): void {
    if (this.#readers.size === 0) return
    if (this.#pending === '') this.#pendingAt = at
    this.#pending += message
    this.#pendingPosition = position
    if (this.#pending.length >= BLOCK_LARGEST) this.flush()
  }

  /** Makes a block of what was taken in, at once if the partition was quiet, or when the gathering time is over. */
  settle(): void {
    if (this.#pending === '' || this.#cancelTimer !== undefined) return
    const rest = this.#lastBlockAt + GATHER_MS - this.#clock.monotonic()
    if (rest <= 0) this.flush()
    else this.#cancelTimer = this.#clock.after(rest, () => this.flush())
  }

  /** Makes a block of what was taken in, now. */
  flush(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    if (this.#pending === '') return
    const piece = gzipPiece(this.#pending)
    this.#pending = ''
    this.#lastBlockAt = this.#clock.monotonic()
    this.#sum = addText(this.#sum, piece)
    this.#blocks.push({ piece, sum: this.#sum, position: this.#pendingPosition, at: this.#pendingAt })
    this.#bytes += piece.bytes.length + BLOCK_OVERHEAD
    if (this.#bytes > this.#ringBytes * 1.25) this.#drop()
    for (const reader of this.#readers) reader.wake()
  }

  /**
   * A reader joins at the present end.
   * @returns the number of the first block that is its, and the running sum before it
   */
  join(reader: BlockReader): { readonly next: number; readonly sum: TextSum } {
    this.flush()
    this.#readers.add(reader)
    return { next: this.#first + this.#blocks.length, sum: this.#sum }
  }

  /** A reader leaves; with the last one the blocks go. */
  leave(reader: BlockReader): void {
    this.#readers.delete(reader)
    if (this.#readers.size > 0) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#pending = ''
    this.#first += this.#blocks.length
    this.#blocks = []
    this.#bytes = 0
  }

  /** Blocks from number `next` on, of `most` bytes or one more; undefined when they are not kept any more. */
  from(next: number, most: number): readonly Block[] | undefined {
    if (next < this.#first) return undefined
    const start = next - this.#first
    let end = start
    for (let bytes = 0; bytes < most && end < this.#blocks.length; end += 1) {
      bytes += this.#blocks[end]?.piece.bytes.length ?? 0
    }
    return this.#blocks.slice(start, end)
  }

  /** Whether every message that was taken in lies before block number `next`. */
  isAllBefore(next: number): boolean {
    return this.#pending === '' && next === this.#first + this.#blocks.length
  }

  #drop(): void {
    let count = 0
    while (this.#bytes > this.#ringBytes && count < this.#blocks.length - 1) {
      this.#bytes -= (this.#blocks[count]?.piece.bytes.length ?? 0) + BLOCK_OVERHEAD
      count += 1
    }
    this.#blocks.splice(0, count)
    this.#first += count
  }
}
