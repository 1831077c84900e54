/**
 * One connection to a post stream. What waits for it are references to posts that all connections share, in a window
 * that is bounded by bytes and by age: whoever does not read falls out of it and is closed.
 *
 *   backfill ── history, paced to the cap ──▶ cutover ── the rest, up to where it joined ──▶ live ── as it comes ──▶ end
 */
import { isStoreFailure } from '../../db/errors.ts'
import { type Piece, wholeOf } from '../../http/chunk-run.ts'
import type { StreamObserver, StreamSink, Watcher } from '../../http/stream-response.ts'
import type { Clock } from '../../lib/clock.ts'
import { addText, EMPTY_TEXT, GZIP_HEADER, gzipEnd, gzipPiece, type TextSum } from '../../lib/gzip-member.ts'
import { type CloseReason, lastLine } from './reasons.ts'
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
const NOTHING: Waiting[] = []

/** A post with what a connection's own rules say of it. */
export interface Delivery {
  readonly post: StreamedPost
  /** From after the shared body to the end of the line. */
  readonly tail: Buffer
}

/** One with its bytes. */
interface Message {
  readonly post: StreamedPost
  readonly body: Buffer
  readonly tail: Buffer
}

interface Waiting extends Message {
  /** When it came, on the clock that never jumps. */
  readonly since: number
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
  /** A connection has ended, in every way that there is; called once. */
  ended(connection: PostConnection, reason: CloseReason): void
}

export interface ConnectionOptions extends Pick<StreamRequest, 'rendering' | 'base' | 'isGzip'> {
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
  /** Ends waits for the client; made when there is first something to wait with. */
  #hurry: AbortController | undefined
  #queue: Waiting[] = NOTHING
  /** Of what waits. */
  #bytes = 0
  #closing: CloseReason | undefined
  #isIdleLong = false
  #lastWrite: number
  #sum: TextSum = EMPTY_TEXT
  #sink: StreamSink | undefined
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

  /**
   * Takes a post in. Whoever has too much waiting is closed.
   * @param since now, on the clock that never jumps; asked once for all connections that are given the post
   */
  push(post: StreamedPost, tail: Buffer, since: number): void {
    if (this.#closing !== undefined) return
    const { rendering, start } = this.#options
    const waiting = { post, body: post.body(rendering, start.tellsPositions), tail, since }
    if (this.#queue.length === 0) this.#queue = [waiting]
    else this.#queue.push(waiting)
    this.#bytes += waiting.body.length + tail.length
    if (this.#bytes > WINDOW_BYTES || this.#isOverdue(since)) this.close('slow')
    else this.wake()
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
  run(sink: StreamSink): Promise<CloseReason> {
    this.#sink = sink
    sink.watcher = this
    return new Promise((resolve) => {
      this.#settle = resolve
      void this.#work(sink)
    })
  }

  /** Looks again whether there is something to do; nothing is lost by doing it once too often. */
  wake(): void {
    if (!this.#isResting || this.#sink === undefined) return
    this.#isResting = false
    void this.#work(this.#sink)
  }

  /** Does what there is to do. Never rejects. */
  async #work(sink: StreamSink): Promise<void> {
    // What comes together is written together.
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
    return first !== undefined && now - first.since > WINDOW_MS
  }

  /** @returns why it ends, or nothing when it is to be woken again */
  async #serve(sink: StreamSink): Promise<Outcome> {
    try {
      return (this.#isBegun ? undefined : await this.#begin(sink)) ?? (await this.#live(sink))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      return this.#closing ?? 'failure'
    }
  }

  async #begin(sink: StreamSink): Promise<Outcome> {
    this.#isBegun = true
    const begun = this.#options.isGzip ? await sink.write([GZIP_HEADER]) : 'room'
    if (begun === 'gone') return 'client'
    const history = this.#history
    this.#history = undefined
    return history === undefined ? undefined : this.#backfill(sink, history)
  }

  async #backfill(sink: StreamSink, history: History): Promise<Outcome> {
    for (;;) {
      if (this.#closing !== undefined) return this.#closing
      if (sink.isGone) return 'client'
      const step = await history.next(this.#hurried())
      if (step === undefined) return undefined
      const { posts, gap } = step
      if (gap !== undefined && this.#options.start.tellsGaps) {
        const outcome = await this.#write(sink, [Buffer.from(`${JSON.stringify({ gap })}\r\n`)])
        if (outcome !== undefined) return outcome
      }
      const outcome =
        posts.length > 0 ? await this.#send(sink, this.#messagesOf(posts)) : await this.#keepAlive(sink)
      if (outcome !== undefined) return outcome
    }
  }

  async #live(sink: StreamSink): Promise<Outcome> {
    for (;;) {
      if (sink.isGone) return 'client'
      // What was taken in before a stop is sent before its end.
      if (this.#closing !== undefined && (this.#queue.length === 0 || this.#closing !== 'restart')) {
        return this.#closing
      }
      this.#isResting = this.#queue.length === 0 && !this.#isIdleLong
      if (this.#isResting) return undefined
      const outcome =
        this.#queue.length > 0 ? await this.#send(sink, this.#pull()) : await this.#keepAlive(sink)
      if (outcome !== undefined) return outcome
    }
  }

  /** The first of what waits, a piece that is worth a write. */
  #pull(): readonly Message[] {
    let bytes = 0
    let count = 0
    for (const { body, tail } of this.#queue) {
      if (bytes >= PULL_BYTES) break
      bytes += body.length + tail.length
      count += 1
    }
    this.#bytes -= bytes
    return count === this.#queue.length ? this.#takeAll() : this.#queue.splice(0, count)
  }

  #takeAll(): readonly Message[] {
    const all = this.#queue
    this.#queue = NOTHING
    return all
  }

  #messagesOf(posts: readonly Delivery[]): readonly Message[] {
    const { rendering, start } = this.#options
    return posts.map(({ post, tail }) => ({ post, body: post.body(rendering, start.tellsPositions), tail }))
  }

  async #send(sink: StreamSink, messages: readonly Message[]): Promise<Outcome> {
    const { clock, observer } = this.#host
    const granted = this.#counter?.take(messages.length) ?? messages.length
    const sent = granted < messages.length ? messages.slice(0, granted) : messages
    const now = clock.now()
    for (const { post } of sent) observer.written(Math.max(0, now - post.at))
    const pieces = sent.map(({ body, tail }): Piece => [body, tail])
    const outcome = pieces.length === 0 ? undefined : await this.#write(sink, pieces)
    return outcome ?? (granted < messages.length ? 'capped' : undefined)
  }

  async #keepAlive(sink: StreamSink): Promise<Outcome> {
    if (!this.#isIdleLong) return undefined
    this.#isIdleLong = false
    return this.#write(sink, [KEEP_ALIVE], false)
  }

  async #end(sink: StreamSink, reason: Exclude<CloseReason, 'client'>): Promise<void> {
    const line = Buffer.from(lastLine(reason, this.#options.base))
    await sink.end(this.#options.isGzip ? [this.#packed(line), gzipEnd(this.#sum)] : [line])
  }

  async #write(sink: StreamSink, pieces: readonly Piece[], isHurried = true): Promise<Outcome> {
    this.#lastWrite = this.#host.clock.monotonic()
    this.#isIdleLong = false
    const written = await sink.write(this.#packedAll(pieces), isHurried ? this.#hurried() : undefined)
    if (written === 'gone') return 'client'
    if (written === 'stalled') return 'stalled'
    return written === 'interrupted' ? this.#closing : undefined
  }

  #hurried(): AbortSignal {
    this.#hurry ??= new AbortController()
    if (this.#closing !== undefined) this.#hurry.abort()
    return this.#hurry.signal
  }

  #packedAll(pieces: readonly Piece[]): readonly Piece[] {
    return this.#options.isGzip ? pieces.map((piece) => this.#packed(piece)) : pieces
  }

  /** A piece of the connection's gzip member, which a reader sees at once. */
  #packed(message: Piece): Buffer {
    const piece = gzipPiece(wholeOf(message))
    this.#sum = addText(this.#sum, piece)
    return piece.bytes
  }
}
