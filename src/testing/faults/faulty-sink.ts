/**
 * A sink that injects faults into a stream. It decodes the written bytes into messages, changes the messages, and
 * encodes them again. A gzip stream therefore stays valid, unless the fault corrupts it.
 */
import { type ChunkBuffer, type ChunkRun, type Piece, wholeOf } from '../../http/chunk-run.ts'
import type { SharingSink, Watcher, WriteResult } from '../../http/stream-response.ts'
import {
  addText,
  EMPTY_TEXT,
  GZIP_HEADER,
  gzipEnd,
  gzipPiece,
  type TextSum,
} from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { textOfPiece } from '../requests/observed-stream.ts'
import type { StreamActions } from './plan.ts'
import { SlowWriter } from './slow-writer.ts'

const LINE_END = '\r\n'

/** The first byte of a deflate block with an invalid block type. */
const NO_BLOCK_TYPE = 0x07

export interface FaultyStream {
  readonly machine: Pick<Clock, 'after'>
  readonly isGzip: boolean
  /** Disconnect messages by name, in the format of the stream. */
  readonly disconnects: Readonly<Record<string, () => string>>
}

export class FaultySink implements SharingSink {
  readonly #sink: SharingSink
  readonly #actions: StreamActions
  readonly #stream: FaultyStream
  readonly #slow: SlowWriter | undefined
  /** Resolves after the disconnect message of the fault; undefined if the fault has no such message. */
  #ending: Promise<void> | undefined
  /** Number of messages so far. */
  #messages = 0
  #held: string | undefined
  #sum: TextSum = EMPTY_TEXT
  #hasHeader = false
  #isStalled = false
  #isOver = false
  #isCorrupted = false

  constructor(sink: SharingSink, actions: StreamActions, stream: FaultyStream) {
    this.#sink = sink
    this.#actions = actions
    this.#stream = stream
    const { bytes_per_second: rate } = actions
    this.#slow = rate === undefined ? undefined : new SlowWriter(sink, stream.machine, rate)
    this.#checkEnd()
  }

  /** True when the fault has ended the stream. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Waits until the disconnect message of the fault is sent. */
  async finished(): Promise<void> {
    await this.#ending
  }

  get isGone(): boolean {
    return this.#isOver || this.#sink.isGone
  }

  get watcher(): Watcher | undefined {
    return this.#sink.watcher
  }

  set watcher(watcher: Watcher | undefined) {
    this.#sink.watcher = watcher
  }

  async write(pieces: readonly Piece[], hurry?: AbortSignal): Promise<WriteResult> {
    if (this.put(pieces)) return 'room'
    return this.waitForRoom(hurry)
  }

  put(pieces: readonly Piece[], _buffer?: ChunkBuffer): boolean {
    for (const piece of pieces) this.#take(wholeOf(piece))
    return !this.isGone && this.#slow?.isFull !== true
  }

  push(run: ChunkRun): boolean {
    return this.put(run.pieces)
  }

  async waitForRoom(hurry?: AbortSignal): Promise<WriteResult> {
    if (this.isGone) return 'gone'
    if (this.#slow !== undefined) return this.#slow.waitForRoom(hurry)
    return this.#sink.waitForRoom(hurry)
  }

  /** Called when the server ends the stream. */
  async end(pieces: readonly Piece[]): Promise<void> {
    if (this.#isOver) return
    for (const piece of pieces) this.#take(wholeOf(piece))
    if (this.#isOver) return
    this.#release()
    await this.#finish()
  }

  #take(bytes: Uint8Array): void {
    if (this.#isOver) return
    const { isGzip } = this.#stream
    if (isGzip && GZIP_HEADER.equals(bytes)) this.#begin()
    const lines = textOfPiece(bytes, isGzip).split(LINE_END)
    for (const line of lines.slice(0, -1)) this.#takeLine(line)
  }

  #takeLine(line: string): void {
    if (this.#isStalled || this.#isOver) return
    if (line === '') {
      this.#takeKeepAlive()
      return
    }
    this.#messages += 1
    const message = line + LINE_END
    if (this.#messages > (this.#actions.after ?? 0)) this.#sendFaulty(message)
    else {
      this.#send(message)
      this.#checkEnd()
    }
  }

  #sendFaulty(message: string): void {
    const { cut, duplicate, reorder, gzip } = this.#actions
    if (cut === true) {
      this.#send(message.slice(0, message.length >> 1))
      this.#stop()
    } else if (gzip === 'corrupt' && this.#stream.isGzip && !this.#isCorrupted) this.#sendCorrupt(message)
    else if (reorder === true && this.#held === undefined) this.#held = message
    else {
      this.#send(message)
      if (duplicate === true) this.#send(message)
      this.#release()
    }
  }

  #takeKeepAlive(): void {
    this.#release()
    const isActive = this.#messages >= (this.#actions.after ?? 0)
    if (isActive && this.#actions.keep_alives === 'none') return
    this.#send(LINE_END)
  }

  /** Applies a stall or disconnect fault after `after` messages. */
  #checkEnd(): void {
    const { after = 0, stall, disconnect } = this.#actions
    if (this.#messages < after) return
    if (stall === true) this.#isStalled = true
    const last = disconnect === undefined ? undefined : this.#stream.disconnects[disconnect]
    if (last === undefined) return
    this.#send(last())
    this.#ending = this.#finish()
    this.#stop()
  }

  /**
   * Sends the message that a reorder fault has held back. This message follows the next message, the next keep-alive,
   * or the end of the stream.
   */
  #release(): void {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#send(held)
  }

  /** Sends the header of the gzip stream, once. */
  #begin(): void {
    if (this.#hasHeader || !this.#stream.isGzip) return
    this.#hasHeader = true
    this.#out(GZIP_HEADER)
  }

  #send(text: string): void {
    this.#begin()
    if (!this.#stream.isGzip) {
      this.#out(Buffer.from(text))
      return
    }
    const piece = gzipPiece(text)
    this.#sum = addText(this.#sum, piece)
    this.#out(piece.bytes)
  }

  #sendCorrupt(text: string): void {
    this.#isCorrupted = true
    const { bytes } = gzipPiece(text)
    bytes[0] = NO_BLOCK_TYPE
    this.#out(bytes)
  }

  #out(bytes: Buffer): void {
    if (this.#slow !== undefined) this.#slow.add(bytes)
    else this.#sink.put([bytes])
  }

  #finish(): Promise<void> {
    const rest = this.#slow?.takeAll() ?? []
    return this.#sink.end(this.#stream.isGzip ? [...rest, gzipEnd(this.#sum)] : rest)
  }

  /** Ends the stream as if the client had disconnected. */
  #stop(): void {
    this.#isOver = true
    this.#slow?.stop()
    this.watcher?.wake()
  }
}
