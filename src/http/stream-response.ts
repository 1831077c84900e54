/**
 * Streamed responses consist of a head and of chunks, until the client or the server disconnects. The body waits for
 * room between writes, so that at most one write is queued for a slow client (spec/server.md#slow-readers).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../lib/time/clock.ts'
import {
  type ChunkBuffer,
  type ChunkRun,
  chunksOf,
  type Piece,
  socketOf,
  wholeOf,
  writeRun,
} from './chunk-run.ts'
import { isHttp2 } from './request-names.ts'

/** Writes the body of a response. If the response has not ended when the promise settles, the response is cut off. */
export type StreamBody = (sink: SharingSink) => Promise<unknown>

/**
 * Result of a write: the caller may write more, the client has disconnected, the client is too slow, or the signal
 * `hurry` has aborted the wait.
 */
export type WriteResult = 'room' | 'gone' | 'stalled' | 'interrupted'

/** Receives wake-up calls. */
export interface Watcher {
  wake(): void
}

export interface StreamSink {
  /** True after the client has disconnected. */
  readonly isGone: boolean
  /** Called when the client disconnects. The owner of the stream sets this property. */
  watcher: Watcher | undefined
  /**
   * Writes each piece as a separate chunk, all in one write, and waits until there is room for more. The bytes are not
   * copied, so the caller must not change them. Never throws.
   * @param hurry aborts the wait
   */
  write(pieces: readonly Piece[], hurry?: AbortSignal): Promise<WriteResult>
  /** Writes the last pieces and ends the response; disconnects a client that does not read these pieces in time. */
  end(pieces: readonly Piece[]): Promise<void>
}

/** A sink that can also write chunks that several connections share. */
export interface SharingSink extends StreamSink {
  /**
   * Writes each piece as a separate chunk, all in one write, without waiting. The bytes are not copied, so the caller
   * must not change them. Never throws.
   * @param buffer reused memory for framing
   * @returns true if there is room for more; if not, call {@link waitForRoom} before the next write
   */
  put(pieces: readonly Piece[], buffer?: ChunkBuffer): boolean
  /**
   * Writes chunks that other connections share, without waiting. Never throws.
   * @returns true if there is room for more; if not, call {@link waitForRoom} before the next write
   */
  push(run: ChunkRun): boolean
  /**
   * Waits until there is room. Call this method when {@link put} or {@link push} has returned false.
   * @param hurry aborts the wait
   */
  waitForRoom(hurry?: AbortSignal): Promise<WriteResult>
}

/** Receives the metrics of streams. */
export interface StreamObserver {
  /** Counts a new connection. @param part label of the kind of stream, such as a partition */
  opened(part: string): void
  /** Counts the end of a connection. @param reason a label from a small set */
  closed(part: string, reason: string): void
  /** Records the delay from an event to its write, in milliseconds. */
  written(milliseconds: number): void
}

/** Observes a response of any kind before it is written. */
export interface ResponseObserver {
  /**
   * Called before a response is written.
   * @param head header names and values, alternating; the observer may change the list
   * @returns a function that sends the response instead of the server; undefined to let the server send it
   */
  sending(head: string[], response: Outgoing): SendResponse | undefined
  /**
   * Called before a streamed response is written.
   * @param head as in {@link sending}
   * @returns the body to run
   */
  streaming(head: string[], status: number, body: StreamBody): StreamBody
}

export interface Outgoing {
  readonly status: number
  /** The body before compression. The bytes are valid only during the call, because their memory is reused. */
  readonly text: string | Uint8Array
  /** The bytes on the wire; undefined for a response without a body. */
  readonly bytes: string | Uint8Array | undefined
}

/** Writes the head and the body, or writes nothing. */
export type SendResponse = (response: ServerResponse, request: IncomingMessage) => Promise<void>

/** Milliseconds without progress after which a client with pending data is stalled. */
export const STREAM_STALLED_MS = 30_000

/**
 * Number of bytes that may be pending in Node. After a large write, Node asks the writer to wait even if the kernel has
 * already taken the bytes, and each wait costs more time than the write.
 */
const ROOM_BYTES = 64 * 1024

/** Milliseconds within which a client must read the last pieces. */
export const STREAM_END_MS = 2_000

/**
 * Runs `body` on a response, and always closes the response. The head is already written, or could not be written. The
 * function retains no reference to the request, because there may be thousands of idle streams.
 */
export function runStream(
  request: IncomingMessage,
  response: ServerResponse,
  clock: Clock,
  body: StreamBody,
): Promise<void> {
  const sink = new ResponseSink(request, response, clock)
  const close = () => sink.close()
  return body(sink).then(close, (error) => {
    close()
    throw error
  })
}

/** Runs `body` for a HEAD request, whose response has no body, so that `body` releases its resources. */
export async function runWithoutReader(body: StreamBody): Promise<void> {
  await body({
    isGone: true,
    watcher: undefined,
    write: async () => 'gone',
    end: async () => undefined,
    put: () => false,
    push: () => false,
    waitForRoom: async () => 'gone',
  })
}

class ResponseSink implements SharingSink {
  readonly #response: ServerResponse
  readonly #clock: Clock
  readonly #isHttp2: boolean
  /**
   * The connection of a pipelined response; while this response waits for earlier responses, it emits no `close` event.
   */
  readonly #behind: Socket | undefined
  readonly #onClose = () => this.#leave()
  /** Settles the pending wait; undefined when nothing waits. */
  #settle: ((written: WriteResult) => void) | undefined
  #hasEnded = false
  /** True from a write that left no room until `drain`. */
  #isFull = false
  isGone = false
  watcher: Watcher | undefined

  constructor(request: IncomingMessage, response: ServerResponse, clock: Clock) {
    this.#response = response
    this.#clock = clock
    this.#isHttp2 = isHttp2(request)
    this.#behind = this.#isHttp2 || response.socket !== null ? undefined : request.socket
    // A write error of a client that disconnects at the same moment is not a failure of the server.
    response.on('error', ignore)
    response.on('close', this.#onClose)
    this.#behind?.on('close', this.#onClose)
    const isOver = response.destroyed || !response.headersSent
    if (isOver || (!this.#isHttp2 && request.socket.destroyed)) this.#leave()
  }

  async write(pieces: readonly Piece[], hurry?: AbortSignal): Promise<WriteResult> {
    if (this.isGone) return 'gone'
    if (this.#put(pieces)) return 'room'
    return this.#race(STREAM_STALLED_MS, 'drain', hurry)
  }

  put(pieces: readonly Piece[], buffer?: ChunkBuffer): boolean {
    return !this.isGone && (this.#put(pieces, buffer) || this.#fill())
  }

  push(run: ChunkRun): boolean {
    return !this.isGone && (writeRun(this.#response, run) || this.#fill())
  }

  #fill(): false {
    this.#isFull = true
    // `drain` may be emitted before the next wait begins.
    this.#drains.once('drain', () => {
      this.#isFull = false
    })
    return false
  }

  async waitForRoom(hurry?: AbortSignal): Promise<WriteResult> {
    if (this.isGone) return 'gone'
    return this.#isFull ? this.#race(STREAM_STALLED_MS, 'drain', hurry) : 'room'
  }

  async end(pieces: readonly Piece[]): Promise<void> {
    if (this.isGone) return
    this.#put(pieces)
    this.#hasEnded = true
    this.#response.end()
    if ((await this.#race(STREAM_END_MS, 'finish')) === 'stalled') this.#response.destroy()
  }

  /** Cuts off a response that has not ended, so that the client does not treat it as complete. */
  close(): void {
    this.#response.off('close', this.#onClose)
    this.#behind?.off('close', this.#onClose)
    this.watcher = undefined
    if (!this.#hasEnded) this.#response.destroy()
  }

  #leave(): void {
    this.isGone = true
    this.#settle?.('gone')
    this.watcher?.wake()
  }

  /**
   * The object that emits `drain`. The response emits `drain` only for data that Node framed; for other data, the
   * socket emits it.
   */
  get #drains(): NodeJS.EventEmitter {
    return (this.#isHttp2 ? null : this.#response.socket) ?? this.#response
  }

  /** @returns true if there is room for more */
  #put(pieces: readonly Piece[], buffer?: ChunkBuffer): boolean {
    const response = this.#response
    const socket = socketOf(response)
    if (socket !== null && pieces.length > 0) {
      // The shared buffer is used only when no write is pending, so that a connection retains at most one such buffer.
      const shared = socket.writableLength === 0 ? buffer : undefined
      // All pieces are framed in one buffer. This needs one write and keeps separate chunks. Node would join the pieces
      // into one chunk.
      const hasDrained = socket.write(chunksOf(pieces, shared))
      if (socket.writableLength > 0) shared?.release()
      return hasDrained || socket.writableLength < ROOM_BYTES
    }
    let hasRoom = true
    for (const piece of pieces) hasRoom = response.write(wholeOf(piece))
    return hasRoom
  }

  #race(ms: number, event: 'drain' | 'finish', hurry?: AbortSignal): Promise<WriteResult> {
    return new Promise((resolve) => {
      const emitter = event === 'drain' ? this.#drains : this.#response
      const settle = (written: WriteResult) => {
        cancel()
        emitter.off(event, onEvent)
        hurry?.removeEventListener('abort', onHurry)
        this.#settle = undefined
        resolve(written)
      }
      const onEvent = () => settle('room')
      const onHurry = () => settle('interrupted')
      const cancel = this.#clock.after(ms, () => settle('stalled'))
      if (hurry?.aborted === true) return onHurry()
      emitter.once(event, onEvent)
      hurry?.addEventListener('abort', onHurry)
      this.#settle = settle
    })
  }
}

function ignore(): void {}
