/**
 * A connection whose waiting messages are in a window of limited size, as references to shared data. The stream may be
 * compressed as one gzip member. When a client does not read, the window overflows and the connection is closed.
 */
import { type Piece, wholeOf } from '../http/chunk-run.ts'
import type { SharingSink, StreamObserver } from '../http/stream-response.ts'
import {
  addText,
  EMPTY_TEXT,
  GZIP_HEADER,
  gzipEnd,
  gzipPiece,
  type TextSum,
} from '../lib/files/gzip-member.ts'
import { type ConnectionHost, type ConnectionOptions, StreamConnection } from './connection.ts'
import type { LoggedConnection } from './connection-log.ts'
import type { FlushBatch, Now } from './flush-batch.ts'
import { type OutgoingMessage, SendWindow, WRITE_BYTES } from './send-window.ts'

/** The objects that all connections share. */
export interface WindowHost<Own extends string> {
  readonly runtime: ConnectionHost<Own>
  readonly observer: StreamObserver
  readonly flushBatch: Pick<FlushBatch, 'add' | 'workbench'>
}

export interface WindowOptions<Own extends string, Content> extends ConnectionOptions<Own, Content> {
  readonly isGzip: boolean
}

export abstract class WindowConnection<Own extends string, Content>
  extends StreamConnection<Own, Content>
  implements LoggedConnection
{
  delivered = 0
  dropped = 0
  lagMs: number | undefined
  readonly #host: WindowHost<Own>
  readonly #isGzip: boolean
  readonly #window = new SendWindow()
  #sum: TextSum = EMPTY_TEXT

  constructor(host: WindowHost<Own>, { isGzip, ...options }: WindowOptions<Own, Content>) {
    super(host.runtime, options)
    this.#host = host
    this.#isGzip = isGzip
  }

  abstract get appId(): bigint
  abstract get sendsPosts(): boolean

  override get logged(): LoggedConnection {
    return this
  }

  override tick(now: number): void {
    if (this.#window.isOverdue(now)) this.closeSlow()
    super.tick(now)
  }

  /** Bytes that wait for the client. */
  protected get waitingBytes(): number {
    return this.#window.bytes
  }

  /** Ends the connection of a client that reads too slowly. */
  protected closeSlow(): void {
    this.close('slow')
  }

  /** Adds a message to the window. If the waiting messages are too large or too old, the connection is closed. */
  protected enqueue(message: OutgoingMessage): void {
    if (this.#window.push(message)) this.#host.flushBatch.add(this)
    // A single batch may be larger than the window, so messages are also written during a batch.
    if (this.#window.bytes >= WRITE_BYTES) this.flush(this.now())
    if (this.#window.isExceeded(message.time.since)) this.closeSlow()
  }

  protected override hasPending(): boolean {
    return !this.#window.isEmpty
  }

  protected override sendPending(sink: SharingSink, now: Now): void {
    while (!this.#window.isEmpty && !this.isFull && !sink.isGone) this.send(sink, this.#window.take(), now)
  }

  /** Writes several messages in one write. */
  protected send(sink: SharingSink, messages: readonly OutgoingMessage[], now: Now): void {
    const { observer, flushBatch } = this.#host
    for (const { time } of messages) {
      this.lagMs = Math.max(0, now.at - time.at)
      observer.written(this.lagMs)
    }
    this.delivered += messages.length
    if (messages.length > 0) this.put(sink, this.#encoded(messages), now, flushBatch.workbench)
  }

  protected override head(): readonly Piece[] {
    return this.#isGzip ? [GZIP_HEADER] : []
  }

  protected override encode(bytes: Uint8Array): Piece {
    return this.#isGzip ? this.#compressed(bytes) : bytes
  }

  protected override end(): readonly Piece[] {
    return this.#isGzip ? [gzipEnd(this.#sum)] : []
  }

  protected override release(): void {
    this.#window.clear()
  }

  #encoded(pieces: readonly Piece[]): readonly Piece[] {
    return this.#isGzip ? pieces.map((piece) => this.#compressed(wholeOf(piece))) : pieces
  }

  /**
   * A piece of the connection's gzip member. The piece is flushed, so that the client can decompress the message
   * immediately.
   */
  #compressed(bytes: Uint8Array): Buffer {
    const piece = gzipPiece(bytes)
    this.#sum = addText(this.#sum, piece)
    return piece.bytes
  }
}
