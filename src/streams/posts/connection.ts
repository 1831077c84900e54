/**
 * One connection to a post stream. A bounded window holds references to posts that all connections share; a client
 * that does not read exceeds the window and is closed.
 */
import { isItemFailure } from '../../db/errors.ts'
import { type Piece, wholeOf } from '../../http/chunk-run.ts'
import type { SharingSink, StreamObserver } from '../../http/stream-response.ts'
import {
  addText,
  EMPTY_TEXT,
  GZIP_HEADER,
  gzipEnd,
  gzipPiece,
  type TextSum,
} from '../../lib/files/gzip-member.ts'
import type { LeaseHolder, Reservation } from '../admission.ts'
import { type ConnectionHost, StreamConnection } from '../connection.ts'
import type { FlushBatch, Now } from '../flush-batch.ts'
import type { History } from '../history.ts'
import { type OutgoingMessage, SendWindow, WRITE_BYTES } from '../send-window.ts'
import type { OwnCloseReason } from './reasons.ts'
import type { Session } from './session.ts'
import type { StreamedPost } from './streamed-post.ts'
import { partOf } from './streams.ts'

/** A post with the matching rules of one connection. */
export interface Delivery {
  readonly post: StreamedPost
  /** The message after the shared body, line break included. */
  readonly tail: Buffer
}

/** Shared by all connections. */
export interface PostConnectionHost {
  readonly runtime: ConnectionHost<OwnCloseReason>
  readonly observer: StreamObserver
  readonly flushBatch: Pick<FlushBatch, 'add' | 'workbench'>
  /** Hands every later post to a connection. */
  join(connection: PostConnection): void
  /** Called for a post that cannot be rendered for a connection, which continues without it. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void
}

export class PostConnection
  extends StreamConnection<OwnCloseReason, readonly Delivery[]>
  implements LeaseHolder
{
  readonly session: Session
  readonly #host: PostConnectionHost
  readonly #window = new SendWindow()
  #sum: TextSum = EMPTY_TEXT

  constructor(host: PostConnectionHost, session: Session, history: History<readonly Delivery[]> | undefined) {
    super(host.runtime, { format: session.request.format, history })
    this.session = session
    this.#host = host
  }

  override get part(): string {
    return partOf(this.session.request)
  }

  override get reservation(): Reservation {
    return this.session.reservation
  }

  /** Called when another process has admitted the app. */
  leaseLost(): void {
    this.close('displaced')
  }

  /** Adds a post to the window. A connection with too much waiting is closed. */
  push(post: StreamedPost, tail: Buffer): void {
    if (this.isClosing) return
    const message = this.#messageOf({ post, tail })
    if (message === undefined) return
    if (this.#window.push(message)) this.#host.flushBatch.add(this)
    // A batch may be larger than the window.
    if (this.#window.bytes >= WRITE_BYTES) this.flush(this.now())
    if (this.#window.isExceeded(post.since)) this.close('slow')
  }

  override tick(now: number): void {
    if (this.#window.isOverdue(now)) this.close('slow')
    super.tick(now)
  }

  protected override join(): bigint {
    this.#host.join(this)
    return this.#host.runtime.position
  }

  protected override hasPending(): boolean {
    return !this.#window.isEmpty
  }

  protected override sendPending(sink: SharingSink, now: Now): void {
    while (!this.#window.isEmpty && !this.isFull && !sink.isGone) this.#send(sink, this.#window.take(), now)
  }

  protected override sendHistory(sink: SharingSink, deliveries: readonly Delivery[], now: Now): void {
    this.#send(
      sink,
      deliveries.flatMap((delivery) => this.#messageOf(delivery) ?? []),
      now,
    )
  }

  protected override head(): readonly Piece[] {
    return this.session.request.isGzip ? [GZIP_HEADER] : []
  }

  protected override encode(bytes: Uint8Array): Piece {
    return this.session.request.isGzip ? this.#compressed(bytes) : bytes
  }

  protected override end(): readonly Piece[] {
    return this.session.request.isGzip ? [gzipEnd(this.#sum)] : []
  }

  protected override release(): void {
    this.#window.clear()
  }

  /** Undefined for a post that cannot be rendered. */
  #messageOf({ post, tail }: Delivery): OutgoingMessage | undefined {
    const { rendering, start } = this.session.request
    try {
      return { time: post, body: post.body(rendering, start.sendsPositions), tail }
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.#host.leftOut({ postId: post.view.post.id, position: post.position }, error)
      return undefined
    }
  }

  /** Sends as many messages as the monthly cap allows. */
  #send(sink: SharingSink, messages: readonly OutgoingMessage[], now: Now): void {
    const { observer, flushBatch } = this.#host
    const granted = this.session.counter?.take(messages.length) ?? messages.length
    const sent = granted < messages.length ? messages.slice(0, granted) : messages
    for (const { time } of sent) observer.written(Math.max(0, now.at - time.at))
    if (granted > 0) this.put(sink, this.#encoded(sent), now, flushBatch.workbench)
    if (granted < messages.length) this.close('capped')
  }

  #encoded(pieces: readonly Piece[]): readonly Piece[] {
    return this.session.request.isGzip ? pieces.map((piece) => this.#compressed(wholeOf(piece))) : pieces
  }

  /** A piece of the connection's gzip member, flushed so that readers see it immediately. */
  #compressed(bytes: Uint8Array): Buffer {
    const piece = gzipPiece(bytes)
    this.#sum = addText(this.#sum, piece)
    return piece.bytes
  }
}
