/**
 * One connection to a stream, from its first byte to its last. Subclasses define how messages are buffered and encoded.
 *
 * backfill ── history, step by step ──▶ cutover ── joins, then the rest ──▶ live ── as it comes ──▶ end
 *
 * There may be thousands of idle connections. An idle connection therefore has only one pending promise, which resolves
 * when the connection ends.
 */
import { isStoreFailure } from '../db/errors.ts'
import type { ChunkBuffer, ChunkRun, Piece } from '../http/chunk-run.ts'
import type { SharingSink, Watcher } from '../http/stream-response.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Reservation } from './admission.ts'
import type { CloseReason, SentReason } from './close-reasons.ts'
import type { LoggedConnection } from './connection-log.ts'
import type { Flushable, Now } from './flush-batch.ts'
import type { StreamFormat } from './format.ts'
import type { History } from './history.ts'

/** Milliseconds between two calls of {@link StreamConnection.tick}. */
export const TICK_MS = 1_000

export interface ConnectionHost<Own extends string> {
  readonly clock: Clock
  /** Position up to which every event has been passed to the connections that have joined. */
  readonly position: bigint
  /** Called once for each connection, when it has ended. */
  ended(connection: StreamConnection<Own>, reason: CloseReason<Own>): void
}

export interface ConnectionOptions<Own extends string, Content> {
  readonly format: StreamFormat<Own>
  /** Events from before the connection; they are sent first. Undefined when the connection begins at the present. */
  readonly history: History<Content> | undefined
}

/** The reason why the connection ends; undefined while it continues. */
type Outcome<Own extends string> = CloseReason<Own> | undefined

export abstract class StreamConnection<Own extends string = never, Content = unknown>
  implements Watcher, Flushable
{
  readonly #host: ConnectionHost<Own>
  readonly #format: StreamFormat<Own>
  #history: History<Content> | undefined
  #position = 0n
  /** Aborts the waits for the client and for history; created at the first wait. */
  #abort: AbortController | undefined
  #closing: CloseReason<Own> | undefined
  /** True if the last write filled the buffer of the client's socket. */
  #isFull = false
  #lastWrite: number
  #sink: SharingSink | undefined
  #isBegun = false
  /** True while the connection has nothing to do before the next {@link wake}. */
  #isIdle = false
  /** Ends the pending wait for a step of history. */
  #onWake: (() => void) | undefined
  #cancelKeepAlive: (() => void) | undefined
  #settle: ((reason: CloseReason<Own> | Promise<never>) => void) | undefined

  constructor(host: ConnectionHost<Own>, { format, history }: ConnectionOptions<Own, Content>) {
    this.#host = host
    this.#format = format
    this.#history = history
    this.#lastWrite = host.clock.monotonic()
  }

  /** The label under which metrics count the connection. */
  abstract get part(): string
  /** The reservation; it is released together with the connection. */
  abstract get reservation(): Reservation

  /** The connection in the form that the owner of its app sees; undefined for streams without an app. */
  get logged(): LoggedConnection | undefined {
    return undefined
  }

  /** Joins the connections that receive every later event. @returns the position of the present */
  protected abstract join(): bigint
  /** True if messages of the present wait to be sent. */
  protected abstract hasPending(): boolean
  /**
   * Writes waiting messages until none is left or {@link isFull} is true. The method is synchronous, because it sends
   * every live message.
   */
  protected abstract sendPending(sink: SharingSink, now: Now): void
  protected abstract sendHistory(sink: SharingSink, content: Content, now: Now): void
  /** Encodes bytes that only this connection sends, for example by compression. */
  protected abstract encode(bytes: Uint8Array): Piece

  /** The pieces before the first message. */
  protected head(): readonly Piece[] {
    return []
  }

  /** The pieces after the last message. */
  protected end(): readonly Piece[] {
    return []
  }

  /** The pieces of a keep-alive; empty when no keep-alive may be sent now. */
  protected keepAlive(): readonly Piece[] {
    return [this.encode(this.#format.keepAlive)]
  }

  /** True if waiting messages are sent before the connection ends. */
  protected sendsBefore(reason: CloseReason<Own>): boolean {
    return reason === 'restart'
  }

  /** True if a message was dropped before this connection had sent it. */
  protected hasLost(): boolean {
    return false
  }

  /** Drops waiting messages. */
  protected release(): void {}

  /** Position up to which the client has received every event. */
  protected get position(): bigint {
    return this.#position
  }

  protected set position(position: bigint) {
    this.#position = position
  }

  /** True when all history has been sent. */
  protected get isLive(): boolean {
    return this.#isBegun && this.#history === undefined
  }

  protected get isClosing(): boolean {
    return this.#closing !== undefined
  }

  protected get isFull(): boolean {
    return this.#isFull
  }

  /**
   * Joins the present, unless there is history to send first. Called once for each connection. @returns the position
   * after which the connection begins
   */
  begin(): bigint {
    this.#position = this.#history?.position ?? this.join()
    return this.#position
  }

  /** Serves the client until the connection ends. @returns the reason of the end */
  run(sink: SharingSink): Promise<CloseReason<Own>> {
    this.#sink = sink
    sink.watcher = this
    return new Promise((resolve) => {
      this.#settle = resolve
      void this.#work(sink)
    })
  }

  /** Ends the connection with a reason that is sent to the client. Later calls have no effect on the reason. */
  close(reason: CloseReason<Own>): void {
    this.#closing ??= reason
    this.#abort?.abort()
    this.wake()
  }

  /** Continues to serve the client; has no effect when there is nothing to send. */
  wake(): void {
    if (this.#sink?.isGone === true) this.#abort?.abort()
    this.#onWake?.()
    if (!this.#isIdle || this.#sink === undefined) return
    this.#isIdle = false
    void this.#work(this.#sink)
  }

  /**
   * Writes waiting messages if the client has room now. The method creates no promise, because it sends most messages.
   */
  flush(now: Now): void {
    const sink = this.#sink
    if (!this.#isIdle || sink === undefined) return
    try {
      this.sendPending(sink, now)
      if (this.#isFull || this.#closing !== undefined || sink.isGone) this.wake()
    } catch (error) {
      this.#leave('failure', Promise.reject(error))
    }
  }

  /**
   * Checks whether a keep-alive is due; called every {@link TICK_MS}. @param now milliseconds on the monotonic clock
   */
  tick(now: number): void {
    if (this.#isIdle) this.#abort = undefined
    if (this.#sink !== undefined && this.#cancelKeepAlive === undefined) this.#planKeepAlive(now)
  }

  /** Writes each piece as a separate chunk. @param workbench reused memory for framing */
  protected put(sink: SharingSink, pieces: readonly Piece[], now: Now, workbench?: ChunkBuffer): void {
    this.#lastWrite = now.since
    if (!sink.put(pieces, workbench)) this.#isFull = true
  }

  /** Writes chunks that other connections share. */
  protected putShared(sink: SharingSink, run: ChunkRun, now: Now): void {
    this.#lastWrite = now.since
    if (!sink.push(run)) this.#isFull = true
  }

  protected now(): Now {
    const { clock } = this.#host
    return { at: clock.now(), since: clock.monotonic() }
  }

  /**
   * Sets a timer only in the last {@link TICK_MS} before a keep-alive is due. Therefore a busy connection needs no
   * timer.
   */
  #planKeepAlive(now: number): void {
    const rest = this.#lastWrite + this.#format.keepAliveMs - now
    if (rest <= 0) this.wake()
    else if (rest <= TICK_MS) {
      const { clock } = this.#host
      this.#cancelKeepAlive = clock.after(rest, () => {
        this.#cancelKeepAlive = undefined
        this.#planKeepAlive(clock.monotonic())
      })
    }
  }

  /** Serves the client until there is nothing to send or the connection ends. Never rejects. */
  async #work(sink: SharingSink): Promise<void> {
    // The caller of `wake` must not run this work synchronously.
    await undefined
    try {
      const reason = await this.#serve(sink)
      if (reason === undefined) return
      if (reason !== 'client') await sink.end(this.#ending(reason))
      this.#leave(reason, reason)
    } catch (error) {
      this.#leave('failure', Promise.reject(error))
    }
  }

  #leave(reason: CloseReason<Own>, result: CloseReason<Own> | Promise<never>): void {
    this.#closing ??= 'client'
    this.#cancelKeepAlive?.()
    this.#sink = undefined
    this.release()
    this.#host.ended(this, reason)
    this.#settle?.(result)
  }

  /** @returns the reason of the end, or undefined while idle */
  async #serve(sink: SharingSink): Promise<Outcome<Own>> {
    try {
      return (this.#isBegun ? undefined : await this.#start(sink)) ?? (await this.#live(sink))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      return this.#closing ?? 'failure'
    }
  }

  async #start(sink: SharingSink): Promise<Outcome<Own>> {
    this.#isBegun = true
    const head = this.head()
    if (head.length > 0) this.put(sink, head, this.now())
    const history = this.#history
    if (history === undefined) return undefined
    const outcome = (await this.#backfill(sink, history)) ?? (await this.#cutover(sink, history))
    this.#history = undefined
    return outcome
  }

  async #backfill(sink: SharingSink, history: History<Content>): Promise<Outcome<Own>> {
    while (!history.isNear(this.#host.position)) {
      const outcome = await this.#step(sink, history, this.#host.position)
      if (outcome !== undefined) return outcome
      // Yields to the event loop, because a read on SQLite does not yield, and many steps may have no message for this
      // client.
      await new Promise(setImmediate)
    }
    return undefined
  }

  /** Joins the present, then sends the rest of the history. No event may be handled between `isNear` and `join`. */
  async #cutover(sink: SharingSink, history: History<Content>): Promise<Outcome<Own>> {
    const joined = this.join()
    while (history.position < joined) {
      const outcome = await this.#step(sink, history, joined)
      if (outcome !== undefined) return outcome
    }
    return undefined
  }

  async #step(sink: SharingSink, history: History<Content>, upTo: bigint): Promise<Outcome<Own>> {
    const outcome = (await this.#room(sink)) ?? this.#closing
    if (outcome !== undefined) return outcome
    const reading = history.next(upTo, this.#abortSignal())
    const ended = await this.#waitForRead(sink, reading)
    if (ended !== undefined) return ended
    const { content, gap } = await reading
    this.#position = history.position
    if (gap !== undefined) this.put(sink, [this.#message(JSON.stringify({ gap }))], this.now())
    if (content !== undefined) this.sendHistory(sink, content, this.now())
    return this.#room(sink)
  }

  /**
   * Sends keep-alives during a slow read. @returns the reason of the end, if the connection ends before the
   * read has ended
   */
  async #waitForRead(sink: SharingSink, reading: Promise<unknown>): Promise<Outcome<Own>> {
    let isOver = false
    const over = () => {
      isOver = true
      this.#onWake?.()
    }
    reading.then(over, over)
    while (!isOver) {
      if (sink.isGone) return 'client'
      const outcome = this.#closing ?? (this.#keepAliveIfDue(sink) ? await this.#room(sink) : undefined)
      if (outcome !== undefined) return outcome
      if (isOver) break
      await new Promise<void>((resolve) => {
        this.#onWake = resolve
      })
      this.#onWake = undefined
    }
    return undefined
  }

  async #live(sink: SharingSink): Promise<Outcome<Own>> {
    for (;;) {
      const outcome = await this.#room(sink)
      if (outcome !== undefined) return outcome
      if (this.hasLost()) return 'slow'
      const closing = this.#closing
      const isPending = this.hasPending()
      if (closing !== undefined && !(isPending && this.sendsBefore(closing))) return closing
      if (isPending) this.sendPending(sink, this.now())
      else if (!this.#keepAliveIfDue(sink)) {
        this.#isIdle = true
        return undefined
      }
    }
  }

  /**
   * Waits until the client can take more bytes. @returns the reason of the end, if the connection ends during the wait
   */
  async #room(sink: SharingSink): Promise<Outcome<Own>> {
    if (sink.isGone) return 'client'
    if (!this.#isFull) return undefined
    const written = await sink.waitForRoom(this.#abortSignal())
    if (written === 'gone' || sink.isGone) return 'client'
    if (written === 'stalled') return 'stalled'
    this.#isFull = written === 'interrupted'
    return this.#isFull ? this.#closing : undefined
  }

  /** Sends a keep-alive if a keep-alive is due. @returns true if it was sent */
  #keepAliveIfDue(sink: SharingSink): boolean {
    if (this.#host.clock.monotonic() - this.#lastWrite < this.#format.keepAliveMs) return false
    const pieces = this.keepAlive()
    if (pieces.length > 0) this.put(sink, pieces, this.now())
    return pieces.length > 0
  }

  #ending(reason: SentReason<Own>): readonly Piece[] {
    const last = this.#message(this.#format.lastMessage(reason, this.#host.clock.now()))
    return [last, ...this.end()]
  }

  #message(json: string): Piece {
    return this.encode(Buffer.from(this.#format.frame(json)))
  }

  #abortSignal(): AbortSignal {
    this.#abort ??= new AbortController()
    if (this.#closing !== undefined) this.#abort.abort()
    return this.#abort.signal
  }
}
