/**
 * One partition of the compliance stream. Messages are batched into blocks. Each block is compressed once and stays in
 * a ring of limited size, from which connections pull blocks (spec/server.md#slow-readers).
 */

import { type ChunkRun, chunkRun, firstOf } from '../../http/chunk-run.ts'
import { addText, EMPTY_TEXT, type TextSum } from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import type { Flushable } from '../flush-batch.ts'
import type { Deflater } from './deflater.ts'

/** Messages that were compressed together. */
export interface Block {
  readonly messages: number
  /** The messages as one HTTP chunk. */
  readonly run: ChunkRun
  /**
   * The chunk of `run`, followed by a chunk with the position, in one buffer. Clients that want positions receive it.
   */
  readonly runWithPosition: ChunkRun
  /** The text of the chunk with the position; empty if no reader wanted positions when the block was made. */
  readonly positionText: TextSum
  /** Checksum of all blocks of the partition up to this block. */
  readonly sum: TextSum
  /** Position of the last event of the block. */
  readonly position: bigint
  /** Time of the first event of the block, in milliseconds since the Unix epoch. */
  readonly at: number
}

export interface BlockReader extends Flushable {
  /** True if the reader uses {@link Block.runWithPosition}; the value stays the same until the reader leaves. */
  readonly sendsPositions: boolean
}

/**
 * Milliseconds for which messages are batched after the last block was passed to the readers. If it took longer than
 * this value to pass on the block, messages are batched for that longer time. The writes, one for each reader, are
 * most of the cost of a block, whatever its size.
 */
export const BATCH_MS = 2

/** Maximum characters of a block. To compress this number of characters takes about a millisecond. */
const MAX_BLOCK_LENGTH = 64 * 1024

/** Approximate memory of a block in addition to its bytes. */
const BLOCK_OVERHEAD = 1024

/** Size of the ring in bytes; for a short time, the ring may be a quarter larger. */
export const RING_BYTES = 4 * 1024 * 1024

export class Partition {
  readonly #clock: Clock
  readonly #deflater: Deflater
  readonly #ringBytes: number
  readonly #readers = new Set<BlockReader>()
  #blocks: Block[] = []
  /** Number of the first block in the ring. */
  #first = 0
  #bytes = 0
  #sum: TextSum = EMPTY_TEXT
  #pending = ''
  #pendingMessages = 0
  #pendingAt = 0
  #pendingPosition = 0n
  /** Readers that want positions. */
  #positionReaders = 0
  /** Earliest time of the next block, on the monotonic clock. */
  #nextBlockAt = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | undefined

  constructor(clock: Clock, deflater: Deflater, ringBytes = RING_BYTES) {
    this.#clock = clock
    this.#deflater = deflater
    this.#ringBytes = ringBytes
  }

  get readers(): number {
    return this.#readers.size
  }

  /** Approximate bytes in the ring. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Adds a message; call {@link settle} after the last message of a batch. If there are no readers, the message is
   * dropped.
   */
  push(message: string, { at, position }: Pick<LogEntry, 'at' | 'position'>): void {
    if (this.#readers.size === 0) return
    if (this.#pending === '') this.#pendingAt = at
    this.#pending += message
    this.#pendingMessages += 1
    this.#pendingPosition = position
    if (this.#pending.length >= MAX_BLOCK_LENGTH) this.flush()
  }

  /** Makes a block from the added messages: immediately if the batching time is over, otherwise at its end. */
  settle(): void {
    if (this.#pending === '' || this.#cancelTimer !== undefined) return
    const rest = this.#nextBlockAt - this.#clock.monotonic()
    if (rest <= 0) this.flush()
    else this.#cancelTimer = this.#clock.after(rest, () => this.flush())
  }

  /** Makes a block from the added messages now. */
  flush(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    if (this.#pending === '') return
    const block = this.#makeBlock()
    this.#blocks.push(block)
    this.#bytes += sizeOf(block)
    if (this.#bytes > this.#ringBytes * 1.25) this.#drop()
    const now = { at: this.#clock.now(), since: this.#clock.monotonic() }
    for (const reader of this.#readers) reader.flush(now)
    const ended = this.#clock.monotonic()
    this.#nextBlockAt = ended + Math.max(BATCH_MS, ended - now.since)
  }

  #makeBlock(): Block {
    const piece = this.#deflater.piece(this.#pending)
    this.#pending = ''
    this.#sum = addText(this.#sum, piece)
    const facts = {
      messages: this.#pendingMessages,
      sum: this.#sum,
      position: this.#pendingPosition,
      at: this.#pendingAt,
    }
    this.#pendingMessages = 0
    if (this.#positionReaders === 0) {
      const run = chunkRun([piece.bytes])
      return { run, runWithPosition: run, positionText: EMPTY_TEXT, ...facts }
    }
    const { bytes, crc, length } = this.#deflater.position(this.#pendingPosition)
    const runWithPosition = chunkRun([piece.bytes, bytes])
    return { run: firstOf(runWithPosition), runWithPosition, positionText: { crc, length }, ...facts }
  }

  /**
   * Adds a reader; it receives all later blocks.
   * @returns the number of the reader's first block, and the running sum before this block
   */
  join(reader: BlockReader): { readonly next: number; readonly sum: TextSum } {
    this.flush()
    this.#readers.add(reader)
    if (reader.sendsPositions) this.#positionReaders += 1
    return { next: this.#first + this.#blocks.length, sum: this.#sum }
  }

  /** Removes a reader. When the last reader leaves, the ring is emptied. */
  leave(reader: BlockReader): void {
    if (!this.#readers.delete(reader)) return
    if (reader.sendsPositions) this.#positionReaders -= 1
    if (this.#readers.size > 0) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#pending = ''
    this.#pendingMessages = 0
    this.#first += this.#blocks.length
    this.#blocks = []
    this.#bytes = 0
  }

  /** The block with this number; undefined when it does not exist yet, or was dropped ({@link hasDropped}). */
  block(number: number): Block | undefined {
    return this.#blocks[number - this.#first]
  }

  /** True if the ring has dropped the block with this number. */
  hasDropped(number: number): boolean {
    return number < this.#first
  }

  /** True if every added message is in a block before `next`. */
  isAllBefore(next: number): boolean {
    return this.#pending === '' && next === this.#first + this.#blocks.length
  }

  #drop(): void {
    let count = 0
    while (this.#bytes > this.#ringBytes && count < this.#blocks.length - 1) {
      const block = this.#blocks[count]
      this.#bytes -= block === undefined ? 0 : sizeOf(block)
      count += 1
    }
    this.#blocks.splice(0, count)
    this.#first += count
  }
}

function sizeOf({ runWithPosition }: Block): number {
  return runWithPosition.framed.length + BLOCK_OVERHEAD
}
