/**
 * Long answers: a head, then chunks for as long as both sides want. Whoever streams pulls what it sends and waits for
 * room between its writes, so that nothing is queued for a client but what it is being sent (design section 7).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../lib/clock.ts'
import { isHttp2 } from './request-names.ts'

/** Writes an answer's body; it has ended, or is cut off, when the promise settles. */
export type StreamBody = (sink: StreamSink) => Promise<void>

/** How a write went: there is room for more; the client is gone; it did not read in time; or `hurry` came first. */
export type Written = 'room' | 'gone' | 'stalled' | 'interrupted'

export interface StreamSink {
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal
  /**
   * Writes each piece as a chunk of its own, all of them at once, and waits until there is room for more. The bytes
   * are handed over, not copied. Never throws.
   * @param hurry ends the wait
   */
  write(pieces: readonly Uint8Array[], hurry?: AbortSignal): Promise<Written>
  /** Writes the last pieces and ends the answer as it should end; a client that does not take them in time is cut. */
  end(pieces: readonly Uint8Array[]): Promise<void>
}

/** What is counted of streams. */
export interface StreamObserver {
  /** A connection began. @param part such as a partition */
  opened(part: string): void
  /** A connection of `part` has ended. @param reason one of few */
  closed(part: string, reason: string): void
  /** Something was written so many milliseconds after it happened. */
  written(milliseconds: number): void
}

/** Milliseconds for which a client may take nothing while something waits for it. */
export const STREAM_STALLED_MS = 30_000

/** Milliseconds in which it must take the end. */
export const STREAM_END_MS = 2_000

/** Runs `body` over a response of which the head has been written, or could not be; never leaves it open. */
export async function runStream(
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
  body: StreamBody,
): Promise<void> {
  const sink = new ResponseSink(request, response, clock)
  try {
    await body(sink)
  } finally {
    sink.close()
  }
}

class ResponseSink implements StreamSink {
  readonly #response: ServerResponse
  readonly #request: IncomingMessage
  readonly #clock: Clock
  readonly #gone = new AbortController()
  readonly #onClose = () => this.#gone.abort()
  #hasEnded = false

  constructor(request: IncomingMessage, response: ServerResponse, clock: Clock) {
    this.#request = request
    this.#response = response
    this.#clock = clock
    // A write that loses the race against the client's leaving is no failure.
    response.on('error', ignore)
    for (const end of this.#ends) end.once('close', this.#onClose)
    const isOver = response.destroyed || !response.headersSent
    if (isOver || (!isHttp2(request) && request.socket.destroyed)) this.#onClose()
  }

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** An answer that waits behind another on the same connection is not told of the connection's end itself. */
  get #ends(): readonly NodeJS.EventEmitter[] {
    return isHttp2(this.#request) ? [this.#response] : [this.#response, this.#request.socket]
  }

  async write(pieces: readonly Uint8Array[], hurry?: AbortSignal): Promise<Written> {
    if (this.#gone.signal.aborted) return 'gone'
    if (this.#put(pieces)) return 'room'
    return this.#race(STREAM_STALLED_MS, 'drain', hurry)
  }

  async end(pieces: readonly Uint8Array[]): Promise<void> {
    if (this.#gone.signal.aborted) return
    this.#put(pieces)
    this.#hasEnded = true
    this.#response.end()
    if ((await this.#race(STREAM_END_MS, 'finish')) === 'stalled') this.#response.destroy()
  }

  /** Lets go of the response, and cuts it off unless it has ended: its client must not take it for whole. */
  close(): void {
    for (const end of this.#ends) end.off('close', this.#onClose)
    if (!this.#hasEnded) this.#response.destroy()
  }

  /** Whether there is room for more. The connection is corked, never the answer, which would make one chunk of all. */
  #put(pieces: readonly Uint8Array[]): boolean {
    const response = this.#response
    const socket = isHttp2(this.#request) || pieces.length < 2 ? null : response.socket
    let hasRoom = true
    socket?.cork()
    for (const piece of pieces) hasRoom = response.write(piece)
    socket?.uncork()
    return hasRoom
  }

  #race(ms: number, event: 'drain' | 'finish', hurry?: AbortSignal): Promise<Written> {
    return new Promise((resolve) => {
      const response = this.#response
      const settle = (written: Written) => {
        cancel()
        response.off(event, onEvent)
        this.gone.removeEventListener('abort', onGone)
        hurry?.removeEventListener('abort', onHurry)
        resolve(written)
      }
      const onEvent = () => settle('room')
      const onGone = () => settle('gone')
      const onHurry = () => settle('interrupted')
      const cancel = this.#clock.after(ms, () => settle('stalled'))
      if (hurry?.aborted === true) return onHurry()
      response.once(event, onEvent)
      this.gone.addEventListener('abort', onGone)
      hurry?.addEventListener('abort', onHurry)
    })
  }
}

function ignore(): void {}
