/**
 * One partition of the compliance stream: its messages are gathered into blocks, each compressed once, and kept in a
 * bounded ring from which connections pull (spec/server.md#slow-readers).
 */

import { type ChunkRun, chunkRun, firstOf } from '../../http/chunk-run.ts'
import { addText, EMPTY_TEXT, type TextSum } from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import type { Flushable } from '../flush-batch.ts'
import type { Deflater } from './deflater.ts'

/** Messages that were compressed together. */
export interface Block {
  /** As one chunk. */
  readonly run: ChunkRun
  /** For those who are told positions: the same chunk in the same memory, and behind it one with the position. */
  readonly told: ChunkRun
  /** The text of the chunk with the position; empty when nobody wanted to know when the block was made. */
  readonly line: TextSum
  /** The partition's running sum after this block. */
  readonly sum: TextSum
  /** Position of its last event. */
  readonly position: bigint
  /** When its first event happened, in milliseconds since the Unix epoch. */
  readonly at: number
}

export interface BlockReader extends Flushable {
  /** Whether it wants {@link Block.told}; never changes while it reads. */
  readonly tellsPositions: boolean
}

/**
 * Milliseconds since the last block was handed out, below which messages gather for the next one; or as long as that
 * took, when it was longer. Most of what a block costs is a write for each reader, whatever it holds.
 */
export const GATHER_MS = 2

/** Characters of a block: deflating as many takes about a millisecond. */
const BLOCK_LARGEST = 64 * 1024

/** What a block takes in memory besides its bytes, about. */
const BLOCK_OVERHEAD = 1024

/** Bytes of blocks that are kept for readers, for a while a quarter more. */
export const RING_BYTES = 4 * 1024 * 1024

export class Partition {
  readonly #clock: Clock
  readonly #deflater: Deflater
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
  /** Readers who are told positions. */
  #tellers = 0
  /** When the next block may be made, on the clock that never jumps. */
  #nextBlockAt = Number.NEGATIVE_INFINITY
  #cancelTimer: (() => void) | undefined

  constructor(clock: Clock, deflater: Deflater, ringBytes = RING_BYTES) {
    this.#clock = clock
    this.#deflater = deflater
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
  push(message: string, { at, position }: Pick<LogEntry, 'at' | 'position'>): void {
    if (this.#readers.size === 0) return
    if (this.#pending === '') this.#pendingAt = at
    this.#pending += message
    this.#pendingPosition = position
    if (this.#pending.length >= BLOCK_LARGEST) this.flush()
  }

  /** Makes a block of what was taken in, at once if the partition was quiet, or when the gathering time is over. */
  settle(): void {
    if (this.#pending === '' || this.#cancelTimer !== undefined) return
    const rest = this.#nextBlockAt - this.#clock.monotonic()
    if (rest <= 0) this.flush()
    else this.#cancelTimer = this.#clock.after(rest, () => this.flush())
  }

  /** Makes a block of what was taken in, now. */
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
    this.#nextBlockAt = ended + Math.max(GATHER_MS, ended - now.since)
  }

  #makeBlock(): Block {
    const piece = this.#deflater.piece(this.#pending)
    this.#pending = ''
    this.#sum = addText(this.#sum, piece)
    const facts = { sum: this.#sum, position: this.#pendingPosition, at: this.#pendingAt }
    if (this.#tellers === 0) {
      const run = chunkRun([piece.bytes])
      return { run, told: run, line: EMPTY_TEXT, ...facts }
    }
    const { bytes, crc, length } = this.#deflater.position(this.#pendingPosition)
    const told = chunkRun([piece.bytes, bytes])
    return { run: firstOf(told), told, line: { crc, length }, ...facts }
  }

  /**
   * A reader joins at the present end.
   * @returns the number of the first block that is its, and the running sum before it
   */
  join(reader: BlockReader): { readonly next: number; readonly sum: TextSum } {
    this.flush()
    this.#readers.add(reader)
    if (reader.tellsPositions) this.#tellers += 1
    return { next: this.#first + this.#blocks.length, sum: this.#sum }
  }

  /** A reader leaves; with the last one the blocks go. */
  leave(reader: BlockReader): void {
    if (!this.#readers.delete(reader)) return
    if (reader.tellsPositions) this.#tellers -= 1
    if (this.#readers.size > 0) return
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    this.#pending = ''
    this.#first += this.#blocks.length
    this.#blocks = []
    this.#bytes = 0
  }

  /** Block number `number`; undefined when it is not there yet, or {@link hasDropped} it. */
  block(number: number): Block | undefined {
    return this.#blocks[number - this.#first]
  }

  /** Whether block number `number` is kept no more. */
  hasDropped(number: number): boolean {
    return number < this.#first
  }

  /** Whether every message that was taken in lies before block number `next`. */
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

function sizeOf({ told }: Block): number {
  return told.framed.length + BLOCK_OVERHEAD
}
