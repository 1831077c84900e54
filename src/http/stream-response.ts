/**
 * Long answers: a head, then chunks for as long as both sides want. Whoever streams pulls what it sends and waits for
 * room between its writes, so that nothing is queued for a client but what it is being sent
 * (spec/server.md#slow-readers).
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

/** Writes an answer's body; it has ended, or is cut off, when the promise settles. */
export type StreamBody = (sink: SharingSink) => Promise<unknown>

/** How a write went: there is room for more; the client is gone; it did not read in time; or `hurry` came first. */
export type WriteResult = 'room' | 'gone' | 'stalled' | 'interrupted'

/** Who is told that there is something to look at. */
export interface Watcher {
  wake(): void
}

export interface StreamSink {
  /** Whether the client has gone. */
  readonly isGone: boolean
  /** Woken when the client goes; set by whoever serves it. */
  watcher: Watcher | undefined
  /**
   * Writes each piece as a chunk of its own, all of them at once, and waits until there is room for more. The bytes
   * are handed over, not copied. Never throws.
   * @param hurry ends the wait
   */
  write(pieces: readonly Piece[], hurry?: AbortSignal): Promise<WriteResult>
  /** Writes the last pieces and ends the answer as it should end; a client that does not take them in time is cut. */
  end(pieces: readonly Piece[]): Promise<void>
}

/** One that takes what many are sent at once. */
export interface SharingSink extends StreamSink {
  /**
   * Writes each piece as a chunk of its own, all of them at once, without waiting. The bytes are handed over, not
   * copied. Never throws.
   * @param workbench where they are put together
   * @returns whether there is room for more; if not, {@link waitForRoom} comes before anything else
   */
  put(pieces: readonly Piece[], workbench?: ChunkBuffer): boolean
  /**
   * Hands over chunks that others are sent too, without waiting. Never throws.
   * @returns whether there is room for more; if not, {@link waitForRoom} comes before anything else
   */
  push(run: ChunkRun): boolean
  /** Waits until there is room after a {@link put} or {@link push} that left none. @param hurry ends the wait */
  waitForRoom(hurry?: AbortSignal): Promise<WriteResult>
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

/**
 * Bytes that may be on their way to the system. Node asks to wait from 16 KiB on, which most writes reach for the moment
 * until the system has taken them; each such wait costs more than the write.
 */
const ROOM_BYTES = 64 * 1024

/** Milliseconds in which it must take the end. */
export const STREAM_END_MS = 2_000

/**
 * Runs `body` over a response of which the head has been written, or could not be; never leaves it open. What is held
 * meanwhile is little, because there may be thousands of streams that are sent nothing: nothing of the request.
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

/** Runs `body`, which holds what it would send, for a client that wants none of it. */
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
  /** The connection of an answer that waits behind another: such an answer is not told of its end itself. */
  readonly #behind: Socket | undefined
  readonly #onClose = () => this.#leave()
  /** Ends the wait for the client, while there is one. */
  #settle: ((written: WriteResult) => void) | undefined
  #hasEnded = false
  /** Whether what was written last left no room, and there is none yet. */
  #isFull = false
  isGone = false
  watcher: Watcher | undefined

  constructor(request: IncomingMessage, response: ServerResponse, clock: Clock) {
    this.#response = response
    this.#clock = clock
    this.#isHttp2 = isHttp2(request)
    this.#behind = this.#isHttp2 || response.socket !== null ? undefined : request.socket
    // A write that loses the race against the client's leaving is no failure.
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

  put(pieces: readonly Piece[], workbench?: ChunkBuffer): boolean {
    return !this.isGone && (this.#put(pieces, workbench) || this.#fill())
  }

  push(run: ChunkRun): boolean {
    return !this.isGone && (writeRun(this.#response, run) || this.#fill())
  }

  /** Notes that there is no room. */
  #fill(): false {
    this.#isFull = true
    // It may be told before anybody waits for it.
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

  /** Lets go of the response, and cuts it off unless it has ended: its client must not take it for whole. */
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

  /** Who tells that there is room: the answer does only for what it has framed itself. */
  get #drains(): NodeJS.EventEmitter {
    return (this.#isHttp2 ? null : this.#response.socket) ?? this.#response
  }

  /** Whether there is room for more. */
  #put(pieces: readonly Piece[], workbench?: ChunkBuffer): boolean {
    const response = this.#response
    const socket = socketOf(response)
    if (socket !== null && pieces.length > 0) {
      // Of one connection at most one write keeps the memory of the workbench, however small its chunks are.
      const shared = socket.writableLength === 0 ? workbench : undefined
      // In one piece of memory they are one write, and each is a chunk; Node would make one chunk of all.
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
      const teller = event === 'drain' ? this.#drains : this.#response
      const settle = (written: WriteResult) => {
        cancel()
        teller.off(event, onEvent)
        hurry?.removeEventListener('abort', onHurry)
        this.#settle = undefined
        resolve(written)
      }
      const onEvent = () => settle('room')
      const onHurry = () => settle('interrupted')
      const cancel = this.#clock.after(ms, () => settle('stalled'))
      if (hurry?.aborted === true) return onHurry()
      teller.once(event, onEvent)
      hurry?.addEventListener('abort', onHurry)
      this.#settle = settle
    })
  }
}

function ignore(): void {}
