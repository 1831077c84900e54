/**
 * One connection to a post stream. What waits for it are references to posts that all connections share, in a window
 * that is bounded by bytes and by age: whoever does not read falls out of it and is closed.
 *
 *   backfill ── history, paced to the cap ──▶ cutover ── the rest, up to where it joined ──▶ live ── as it comes ──▶ end
 */
import { isStoreFailure } from '../../db/errors.ts'
import type { StreamObserver, StreamSink } from '../../http/stream-response.ts'
import type { Clock } from '../../lib/clock.ts'
import { addText, EMPTY_TEXT, GZIP_HEADER, gzipEnd, gzipPiece, type TextSum } from '../../lib/gzip-member.ts'
import type { ProblemBase } from '../_problems.ts'
import { type CloseReason, lastLine } from './reasons.ts'
import type { Rendering, StreamedPost } from './streamed-post.ts'
import type { Start } from './streams.ts'

/** Milliseconds without a message after which a keep-alive is sent, and between two looks whether it is due. */
export const KEEP_ALIVE_MS = 10_000
export const TICK_MS = 1_000

/** Bytes that may wait for a client, and milliseconds that the first of them may. */
export const WINDOW_BYTES = 1024 * 1024
export const WINDOW_MS = 5_000

/** Bytes that are handed over at a time. */
const PULL_BYTES = 64 * 1024

const KEEP_ALIVE = Buffer.from('\r\n')

/** A post with what a connection's own rules say of it. */
export interface Delivery {
  readonly post: StreamedPost
  /** From after the shared body to the end of the line. */
  readonly tail: Buffer
}

interface Waiting extends Delivery {
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

export interface ConnectionOptions {
  readonly clock: Clock
  readonly observer: StreamObserver
  readonly rendering: Rendering
  readonly base: ProblemBase
  readonly start: Pick<Start, 'tellsPositions' | 'tellsGaps'>
  readonly isGzip: boolean
  /** How many of so many posts may be sent; they are counted. */
  take(posts: number): number
  /** What is sent before the present; undefined to begin with it. */
  readonly history: History | undefined
}

/** Nothing while all is well, else why the connection ends. */
type Outcome = CloseReason | undefined

export class PostConnection {
  readonly #options: ConnectionOptions
  /** Ends waits for the client; made when there is first something to wait with. */
  #hurry: AbortController | undefined
  #queue: Waiting[] = []
  /** Of what waits. */
  #bytes = 0
  #closing: CloseReason | undefined
  #isIdleLong = false
  #lastWrite: number
  #wake: (() => void) | undefined
  #sum: TextSum = EMPTY_TEXT

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#lastWrite = options.clock.monotonic()
  }

  /** Takes a post in. Whoever has too much waiting is closed. */
  push(delivery: Delivery): void {
    if (this.#closing !== undefined) return
    const {
      clock,
      rendering,
      start: { tellsPositions },
    } = this.#options
    const since = clock.monotonic()
    this.#queue.push({ ...delivery, since })
    this.#bytes += delivery.post.body(rendering, tellsPositions).length + delivery.tail.length
    if (this.#bytes > WINDOW_BYTES || this.#isOverdue(since)) this.close('slow')
    else this.#wake?.()
  }

  /** Looks whether something is due; called once in {@link TICK_MS}. */
  tick(): void {
    const now = this.#options.clock.monotonic()
    if (this.#isOverdue(now)) this.close('slow')
    if (now - this.#lastWrite > KEEP_ALIVE_MS - TICK_MS) {
      this.#isIdleLong = true
      this.#wake?.()
    }
  }

  /** Ends it with a reason, which the client is told. */
  close(reason: CloseReason): void {
    this.#closing ??= reason
    this.#hurry?.abort()
    this.#wake?.()
  }

  /** Serves the client to the end. @returns why it ended */
  async run(sink: StreamSink): Promise<CloseReason> {
    const onGone = () => this.#wake?.()
    sink.gone.addEventListener('abort', onGone)
    try {
      const reason = await this.#serve(sink)
      if (reason !== 'client') await this.#end(sink, reason)
      return reason
    } finally {
      sink.gone.removeEventListener('abort', onGone)
      this.#closing ??= 'client'
      this.#queue = []
      this.#bytes = 0
    }
  }

  #isOverdue(now: number): boolean {
    const first = this.#queue[0]
    return first !== undefined && now - first.since > WINDOW_MS
  }

  async #serve(sink: StreamSink): Promise<CloseReason> {
    try {
      const begun = this.#options.isGzip ? await sink.write([GZIP_HEADER]) : 'room'
      if (begun === 'gone') return 'client'
      return (await this.#backfill(sink)) ?? (await this.#live(sink))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      return this.#closing ?? 'failure'
    }
  }

  async #backfill(sink: StreamSink): Promise<Outcome> {
    const {
      history,
      start: { tellsGaps },
    } = this.#options
    if (history === undefined) return undefined
    for (;;) {
      if (this.#closing !== undefined) return this.#closing
      if (sink.gone.aborted) return 'client'
      const step = await history.next(this.#hurried())
      if (step === undefined) return undefined
      const { posts, gap } = step
      if (gap !== undefined && tellsGaps) {
        const outcome = await this.#write(sink, [Buffer.from(`${JSON.stringify({ gap })}\r\n`)])
        if (outcome !== undefined) return outcome
      }
      const outcome = posts.length > 0 ? await this.#send(sink, posts) : await this.#keepAlive(sink)
      if (outcome !== undefined) return outcome
    }
  }

  async #live(sink: StreamSink): Promise<CloseReason> {
    for (;;) {
      if (sink.gone.aborted) return 'client'
      // What was taken in before a stop is sent before its end.
      if (this.#closing !== undefined && (this.#queue.length === 0 || this.#closing !== 'restart')) {
        return this.#closing
      }
      const outcome =
        this.#queue.length > 0 ? await this.#send(sink, this.#pull()) : await this.#keepAlive(sink)
      if (outcome !== undefined) return outcome
      if (this.#queue.length === 0) await this.#rest(sink)
    }
  }

  /** The first of what waits, a piece that is worth a write. */
  #pull(): readonly Delivery[] {
    const { rendering, start } = this.#options
    let bytes = 0
    let count = 0
    for (const { post, tail } of this.#queue) {
      if (bytes >= PULL_BYTES) break
      bytes += post.body(rendering, start.tellsPositions).length + tail.length
      count += 1
    }
    this.#bytes -= bytes
    return count === this.#queue.length ? this.#takeAll() : this.#queue.splice(0, count)
  }

  #takeAll(): readonly Delivery[] {
    const all = this.#queue
    this.#queue = []
    return all
  }

  async #send(sink: StreamSink, deliveries: readonly Delivery[]): Promise<Outcome> {
    const {
      clock,
      observer,
      rendering,
      start: { tellsPositions },
    } = this.#options
    const granted = this.#options.take(deliveries.length)
    const sent = granted < deliveries.length ? deliveries.slice(0, granted) : deliveries
    const messages = sent.map(({ post, tail }) => joined(post.body(rendering, tellsPositions), tail))
    const now = clock.now()
    for (const { post } of sent) observer.written(Math.max(0, now - post.at))
    const outcome = messages.length === 0 ? undefined : await this.#write(sink, messages)
    return outcome ?? (granted < deliveries.length ? 'capped' : undefined)
  }

  async #keepAlive(sink: StreamSink): Promise<Outcome> {
    if (!this.#isIdleLong) return undefined
    this.#isIdleLong = false
    return this.#write(sink, [KEEP_ALIVE], false)
  }

  /** Waits until there may be something to do. */
  #rest(sink: StreamSink): Promise<void> {
    return new Promise((resolve) => {
      const isBusy = this.#closing !== undefined || this.#isIdleLong || sink.gone.aborted
      if (isBusy || this.#queue.length > 0) return resolve()
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
    })
  }

  async #end(sink: StreamSink, reason: Exclude<CloseReason, 'client'>): Promise<void> {
    const line = Buffer.from(lastLine(reason, this.#options.base))
    await sink.end(this.#options.isGzip ? [this.#packed(line), gzipEnd(this.#sum)] : [line])
  }

  async #write(sink: StreamSink, messages: readonly Buffer[], isHurried = true): Promise<Outcome> {
    this.#lastWrite = this.#options.clock.monotonic()
    this.#isIdleLong = false
    const written = await sink.write(this.#pieces(messages), isHurried ? this.#hurried() : undefined)
    if (written === 'gone') return 'client'
    if (written === 'stalled') return 'stalled'
    return written === 'interrupted' ? this.#closing : undefined
  }

  #hurried(): AbortSignal {
    this.#hurry ??= new AbortController()
    if (this.#closing !== undefined) this.#hurry.abort()
    return this.#hurry.signal
  }

  #pieces(messages: readonly Buffer[]): readonly Buffer[] {
    return this.#options.isGzip ? messages.map((message) => this.#packed(message)) : messages
  }

  /** A piece of the connection's gzip member, which a reader sees at once. */
  #packed(message: Buffer): Buffer {
    const piece = gzipPiece(message)
    this.#sum = addText(this.#sum, piece)
    return piece.bytes
  }
}

/** One chunk of two pieces: a message must never be two. */
function joined(body: Buffer, tail: Buffer): Buffer {
  const message = Buffer.allocUnsafe(body.length + tail.length)
  message.set(body)
  message.set(tail, body.length)
  return message
}
