/**
 * One connection to a post stream. What waits for it are references to posts that all connections share, in a window
 * that is bounded by bytes and by age: whoever does not read falls out of it and is closed.
 *
 *   backfill ── history, paced to the cap ──▶ cutover ── the rest, up to where it joined ──▶ live ── as it comes ──▶ end
 */
import { isItemFailure, isStoreFailure } from '../../db/errors.ts'
import { type PartedPiece, type Piece, wholeOf } from '../../http/chunk-run.ts'
import type { SharingSink, StreamObserver, Watcher } from '../../http/stream-response.ts'
import {
  addText,
  EMPTY_TEXT,
  GZIP_HEADER,
  gzipEnd,
  gzipPiece,
  type TextSum,
} from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { CloseReason } from './reasons.ts'
import type { Now, Round } from './round.ts'
import type { StreamedPost } from './streamed-post.ts'
import type { Start, StreamRequest } from './streams.ts'
import type { UsageCounter } from './usage-meter.ts'

/** Milliseconds without a message after which a keep-alive is sent, and between two looks whether it is due. */
export const KEEP_ALIVE_MS = 10_000
export const TICK_MS = 1_000

/** Bytes that may wait for a client, and milliseconds that the first of them may. */
export const WINDOW_BYTES = 1024 * 1024
export const WINDOW_MS = 5_000

/** Bytes that are handed over at a time. */
const PULL_BYTES = 64 * 1024

const KEEP_ALIVE = Buffer.from('\r\n')

/** The queue of everybody for whom nothing waits; never pushed to. */
const NOTHING: Message[] = []

/** A post with what a connection's own rules say of it. */
export interface Delivery {
  readonly post: StreamedPost
  /** From after the shared body to the end of the line. */
  readonly tail: Buffer
}

/** One with its bytes. */
interface Message extends PartedPiece {
  readonly post: StreamedPost
}

/** Where history comes from; each step gives what may be sent now. */
export interface History {
  /**
   * The next posts after what was given before, paced; undefined when the present is reached, and from then on the
   * connection is given what comes. It may also give nothing.
   */
  next(signal: AbortSignal): Promise<HistoryStep | undefined>
}

export interface HistoryStep {
  readonly posts: readonly Delivery[]
  /** What is kept no more, to be told. */
  readonly gap: { readonly from: string; readonly to: string; readonly reason: string } | undefined
}

/** What all connections share. */
export interface ConnectionHost {
  readonly clock: Clock
  readonly observer: StreamObserver
  /** Of posts that are given together: whoever is given some is flushed at its end. */
  readonly round: Pick<Round, 'add' | 'workbench'>
  /** A post could not be shown to a connection, which goes on without it. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void
  /** A connection has ended, in every way that there is; called once. */
  ended(connection: PostConnection, reason: CloseReason): void
}

export interface ConnectionOptions extends Pick<StreamRequest, 'rendering' | 'lastLine' | 'isGzip'> {
  readonly start: Pick<Start, 'tellsPositions' | 'tellsGaps'>
}

/** Nothing while all is well, else why the connection ends. */
type Outcome = CloseReason | undefined

/**
 * Between two messages it is this object and no more: no promise waits but that of its end, because there may be
 * thousands that are sent nothing.
 */
export class PostConnection implements Watcher {
  readonly #host: ConnectionHost
  readonly #options: ConnectionOptions
  /** How many of so many posts may be sent; they are counted. All when undefined. */
  readonly #counter: Pick<UsageCounter, 'take'> | undefined
  /** What is sent before the present. */
  #history: History | undefined
  /** Ends waits, for the client and of its history; made when there is first something to wait with. */
  #hurry: AbortController | undefined
  #queue: Message[] = NOTHING
  /** Of what waits. */
  #bytes = 0
  #closing: CloseReason | undefined
  /** Whether there was no room after what was written last. */
  #isFull = false
  #isIdleLong = false
  #lastWrite: number
  #sum: TextSum = EMPTY_TEXT
  #sink: SharingSink | undefined
  #isBegun = false
  /** Whether there is nothing to do until it is woken. */
  #isResting = false
  #settle: ((reason: CloseReason | Promise<never>) => void) | undefined

  constructor(
    host: ConnectionHost,
    options: ConnectionOptions,
    counter: Pick<UsageCounter, 'take'> | undefined,
    history: History | undefined,
  ) {
    this.#host = host
    this.#options = options
    this.#counter = counter
    this.#history = history
    this.#lastWrite = host.clock.monotonic()
  }

  /** Takes a post in. Whoever has too much waiting is closed. */
  push(post: StreamedPost, tail: Buffer): void {
    if (this.#closing !== undefined) return
    const message = this.#messageOf({ post, tail })
    if (message === undefined) return
    if (this.#queue.length > 0) this.#queue.push(message)
    else {
      this.#queue = [message]
      this.#host.round.add(this)
    }
    this.#bytes += message.body.length + tail.length
    // What came at once may be more than may wait.
    if (this.#bytes >= PULL_BYTES) this.flush(this.#now())
    if (this.#bytes > WINDOW_BYTES || this.#isOverdue(post.since)) this.close('slow')
  }

  /**
   * Sends what waits, if the client may be sent something now, without a promise: most posts go to most connections
   * this way. Whatever cannot be done at once is left to {@link #work}.
   * @param now milliseconds since the Unix epoch, and on the clock that never jumps
   */
  flush(now: Now): void {
    const sink = this.#sink
    if (!this.#isResting || sink === undefined) return
    try {
      this.#flow(sink, now)
      if (this.#isFull || this.#closing !== undefined || sink.isGone) this.wake()
    } catch (error) {
      this.#leave('failure', Promise.reject(error))
    }
  }

  /** Looks whether something is due; called once in {@link TICK_MS}. */
  tick(): void {
    const now = this.#host.clock.monotonic()
    if (this.#isOverdue(now)) this.close('slow')
    if (this.#isResting) this.#hurry = undefined
    if (now - this.#lastWrite > KEEP_ALIVE_MS - TICK_MS) {
      this.#isIdleLong = true
      this.wake()
    }
  }

  /** Ends it with a reason, which the client is told. */
  close(reason: CloseReason): void {
    this.#closing ??= reason
    this.#hurry?.abort()
    this.wake()
  }

  /** Serves the client to the end. @returns why it ended */
  run(sink: SharingSink): Promise<CloseReason> {
    this.#sink = sink
    sink.watcher = this
    return new Promise((resolve) => {
      this.#settle = resolve
      void this.#work(sink)
    })
  }

  /** Looks again whether there is something to do; nothing is lost by doing it once too often. */
  wake(): void {
    // Whatever is waited for, nobody is there for it; and the place is to be free at once.
    if (this.#sink?.isGone === true) this.#hurry?.abort()
    if (!this.#isResting || this.#sink === undefined) return
    this.#isResting = false
    void this.#work(this.#sink)
  }

  /** Does what there is to do. Never rejects. */
  async #work(sink: SharingSink): Promise<void> {
    // Never while somebody else is in the middle of something.
    await undefined
    try {
      const reason = await this.#serve(sink)
      if (reason === undefined) return
      if (reason !== 'client') await this.#end(sink, reason)
      this.#leave(reason, reason)
    } catch (error) {
      this.#leave('failure', Promise.reject(error))
    }
  }

  #leave(reason: CloseReason, result: CloseReason | Promise<never>): void {
    this.#closing ??= 'client'
    this.#queue = NOTHING
    this.#bytes = 0
    this.#sink = undefined
    this.#host.ended(this, reason)
    this.#settle?.(result)
  }

  #isOverdue(now: number): boolean {
    const first = this.#queue[0]
    return first !== undefined && now - first.post.since > WINDOW_MS
  }

  /** @returns why it ends, or nothing when it is to be woken again */
  async #serve(sink: SharingSink): Promise<Outcome> {
    try {
      return (this.#isBegun ? undefined : await this.#begin(sink)) ?? (await this.#live(sink))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      return this.#closing ?? 'failure'
    }
  }

  async #begin(sink: SharingSink): Promise<Outcome> {
    this.#isBegun = true
    if (this.#options.isGzip) this.#isFull = !sink.put([GZIP_HEADER])
    const history = this.#history
    this.#history = undefined
    return history === undefined ? undefined : this.#backfill(sink, history)
  }

  async #backfill(sink: SharingSink, history: History): Promise<Outcome> {
    for (;;) {
      if (this.#closing !== undefined) return this.#closing
      if (sink.isGone) return 'client'
      const step = await history.next(this.#hurried())
      if (step === undefined) return undefined
      const { posts, gap } = step
      const now = this.#now()
      if (gap !== undefined && this.#options.start.tellsGaps) {
        this.#write(sink, [Buffer.from(`${JSON.stringify({ gap })}\r\n`)], now)
      }
      if (posts.length > 0)
        this.#send(
          sink,
          posts.flatMap((each) => this.#messageOf(each) ?? []),
          now,
        )
      else this.#keepAlive(sink, now)
      const outcome = await this.#room(sink)
      if (outcome !== undefined) return outcome
    }
  }

  async #live(sink: SharingSink): Promise<Outcome> {
    for (;;) {
      const outcome = await this.#room(sink)
      if (outcome !== undefined) return outcome
      // What was taken in before a stop is sent before its end.
      if (this.#closing !== undefined && (this.#queue.length === 0 || this.#closing !== 'restart')) {
        return this.#closing
      }
      this.#isResting = this.#queue.length === 0 && !this.#isIdleLong
      if (this.#isResting) return undefined
      const now = this.#now()
      if (this.#queue.length > 0) this.#flow(sink, now)
      else this.#keepAlive(sink, now)
    }
  }

  /** Waits until the client may be sent more. @returns why it ends, if it does meanwhile */
  async #room(sink: SharingSink): Promise<Outcome> {
    if (sink.isGone) return 'client'
    if (!this.#isFull) return undefined
    const written = await sink.waitForRoom(this.#hurried())
    if (written === 'gone') return 'client'
    if (written === 'stalled') return 'stalled'
    this.#isFull = written === 'interrupted'
    return this.#isFull ? this.#closing : undefined
  }

  /** Sends what waits for as long as there is room. */
  #flow(sink: SharingSink, now: Now): void {
    while (this.#queue.length > 0 && !this.#isFull && !sink.isGone) this.#send(sink, this.#pull(), now)
  }

  /** The first of what waits, a piece that is worth a write. */
  #pull(): readonly Message[] {
    if (this.#bytes <= PULL_BYTES) return this.#takeAll()
    let bytes = 0
    let count = 0
    for (const { body, tail } of this.#queue) {
      if (bytes >= PULL_BYTES) break
      bytes += body.length + tail.length
      count += 1
    }
    if (count === this.#queue.length) return this.#takeAll()
    this.#bytes -= bytes
    return this.#queue.splice(0, count)
  }

  #takeAll(): readonly Message[] {
    const all = this.#queue
    this.#queue = NOTHING
    this.#bytes = 0
    return all
  }

  /** Undefined for a post that cannot be shown as the connection wants it. */
  #messageOf({ post, tail }: Delivery): Message | undefined {
    const { rendering, start } = this.#options
    try {
      return { post, body: post.body(rendering, start.tellsPositions), tail }
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.#host.leftOut({ postId: post.view.post.id, position: post.position }, error)
      return undefined
    }
  }

  /** Sends what the month has left of some messages. */
  #send(sink: SharingSink, messages: readonly Message[], now: Now): void {
    const { observer } = this.#host
    const granted = this.#counter?.take(messages.length) ?? messages.length
    const sent = granted < messages.length ? messages.slice(0, granted) : messages
    for (const { post } of sent) observer.written(Math.max(0, now.at - post.at))
    if (granted > 0) this.#write(sink, sent, now)
    if (granted < messages.length) this.close('capped')
  }

  #keepAlive(sink: SharingSink, now: Now): void {
    if (this.#isIdleLong) this.#write(sink, [KEEP_ALIVE], now)
  }

  async #end(sink: SharingSink, reason: Exclude<CloseReason, 'client'>): Promise<void> {
    const line = Buffer.from(this.#options.lastLine(reason))
    await sink.end(this.#options.isGzip ? [this.#packed(line), gzipEnd(this.#sum)] : [line])
  }

  #write(sink: SharingSink, pieces: readonly Piece[], now: Now): void {
    this.#lastWrite = now.since
    this.#isIdleLong = false
    const packed = this.#options.isGzip ? pieces.map((piece) => this.#packed(piece)) : pieces
    if (!sink.put(packed, this.#host.round.workbench)) this.#isFull = true
  }

  #now(): Now {
    const { clock } = this.#host
    return { at: clock.now(), since: clock.monotonic() }
  }

  #hurried(): AbortSignal {
    this.#hurry ??= new AbortController()
    if (this.#closing !== undefined) this.#hurry.abort()
    return this.#hurry.signal
  }

  /** A piece of the connection's gzip member, which a reader sees at once. */
  #packed(message: Piece): Buffer {
    const piece = gzipPiece(wholeOf(message))
    this.#sum = addText(this.#sum, piece)
    return piece.bytes
  }
}
