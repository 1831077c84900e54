/**
 * Sends server-sent events to pages of the console. The number of readers is limited, and each reader has a buffer of
 * limited size. A slow reader loses its oldest events and receives the number of lost events. A reader never slows
 * down its source.
 */
import type { SharingSink, StreamBody, Watcher } from '../../http/stream-response.ts'
import type { Logger } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { EventBuffer, eventFrame } from './event-buffer.ts'

/** Milliseconds between keep-alives. At each keep-alive the server checks that the reader still has access. */
export const EVENT_KEEP_ALIVE_MS = 15_000

/**
 * Maximum readers of one session. A browser opens at most six connections to a host, and a page needs some of them for
 * its API calls.
 */
export const MAX_READERS_PER_SESSION = 4

/** Maximum readers of a process. */
export const MAX_READERS = 500

/** Milliseconds before a browser reconnects after a broken connection. */
const RETRY_MS = 2_000

const KEEP_ALIVE = Buffer.from(': keep-alive\n\n')
const GREETING = Buffer.from(`retry: ${RETRY_MS}\n\n`)

/** The reason that the response gives a client: the client must reconnect, or its user must sign in again. */
export type EventEnd = 'session-ended' | 'server-stopping' | 'source-ended'

/** A page that reads events. */
export interface EventReader {
  /**
   * Queues an event.
   * @param name one word
   * @param data any JSON value; ids as text
   */
  send(name: string, data: unknown): void
  /** Counts events that the source omitted because there were too many. */
  skip(count: number): void
  /** Ends the reader because the source has no more events. */
  end(): void
}

export interface EventSource {
  /** Owner of the reader, such as a session. */
  readonly key: string
  /** Called at each keep-alive. Returns false when the session has ended or has lost its access. */
  isAllowed(): Promise<boolean>
  /** Begins to send events. @returns a function that stops the events */
  subscribe(reader: EventReader): Promise<() => void> | (() => void)
}

/** Reasons for refusing a reader. */
export type ReaderRefused = 'too-many-readers' | 'server-stopping'

export class EventReaders {
  readonly #clock: Clock
  readonly #logger: Pick<Logger, 'warn'>
  readonly #readers = new Set<Reader>()
  #dropped = 0
  #isClosing = false
  #onDrained: (() => void) | undefined

  constructor({ clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, 'warn'> }) {
    this.#clock = clock
    this.#logger = logger
  }

  /** Number of open readers. */
  get size(): number {
    return this.#readers.size
  }

  /** Number of events that were dropped instead of sent. */
  get dropped(): number {
    return this.#dropped
  }

  /** Opens a reader. @returns the body of its response; the caller must run the body */
  open(source: EventSource): StreamBody | ReaderRefused {
    if (this.#isClosing) return 'server-stopping'
    const own = [...this.#readers].filter(({ key }) => key === source.key)
    if (own.length >= MAX_READERS_PER_SESSION || this.#readers.size >= MAX_READERS) return 'too-many-readers'
    const reader = new Reader(source, {
      clock: this.#clock,
      onDropped: (count) => {
        this.#dropped += count
      },
      onFailure: (error) =>
        this.#logger.warn(
          { err: error },
          'the access of an event reader could not be checked; it stays open until the next check',
        ),
    })
    this.#readers.add(reader)
    return (sink) => reader.run(sink).finally(() => this.#remove(reader))
  }

  /** Ends the readers of an owner, such as a session that has ended. */
  endAll(key: string): void {
    for (const reader of this.#readers) if (reader.key === key) reader.finish('session-ended')
  }

  /** Asks every reader to reconnect, and waits until all have ended. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const reader of this.#readers) reader.finish('server-stopping')
    if (this.#readers.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve
    })
  }

  #remove(reader: Reader): void {
    this.#readers.delete(reader)
    if (this.#readers.size === 0) this.#onDrained?.()
  }
}

interface ReaderOptions {
  readonly clock: Clock
  onDropped(count: number): void
  onFailure(error: unknown): void
}

class Reader implements EventReader, Watcher {
  readonly #source: EventSource
  readonly #options: ReaderOptions
  readonly #buffer = new EventBuffer()
  readonly #abort = new AbortController()
  #ending: EventEnd | undefined
  #isKeepAliveDue = false
  #wake: (() => void) | undefined

  constructor(source: EventSource, options: ReaderOptions) {
    this.#source = source
    this.#options = options
  }

  get key(): string {
    return this.#source.key
  }

  send(name: string, data: unknown): void {
    if (this.#ending !== undefined) return
    this.#options.onDropped(this.#buffer.push(eventFrame(name, data)))
    this.wake()
  }

  skip(count: number): void {
    if (this.#ending !== undefined) return
    this.#options.onDropped(this.#buffer.skip(count))
    this.wake()
  }

  end(): void {
    this.finish('source-ended')
  }

  finish(reason: EventEnd): void {
    this.#ending ??= reason
    this.#abort.abort()
    this.wake()
  }

  wake(): void {
    this.#wake?.()
  }

  async run(sink: SharingSink): Promise<void> {
    if (sink.isGone) return
    sink.watcher = this
    const stopChecks = this.#options.clock.every(EVENT_KEEP_ALIVE_MS, () => void this.#check())
    let unsubscribe: (() => void) | undefined
    try {
      await sink.write([GREETING])
      unsubscribe = await this.#source.subscribe(this)
      await this.#serve(sink)
    } finally {
      stopChecks()
      unsubscribe?.()
      this.#ending ??= 'source-ended'
      this.#buffer.clear()
    }
  }

  async #serve(sink: SharingSink): Promise<void> {
    while (!sink.isGone && this.#ending === undefined) {
      const pieces = this.#next()
      if (pieces === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      const written = await sink.write(pieces, this.#abort.signal)
      if (written === 'gone' || written === 'stalled') return
    }
    await sink.end([eventFrame('reconnect', { reason: this.#ending })])
  }

  /** The next pieces to write; undefined when there are none. */
  #next(): readonly Buffer[] | undefined {
    const isDue = this.#isKeepAliveDue
    this.#isKeepAliveDue = false
    if (!this.#buffer.isEmpty) return this.#buffer.take()
    return isDue ? [KEEP_ALIVE] : undefined
  }

  /** Ends a reader that has lost its access, and sends a keep-alive to an idle reader. */
  async #check(): Promise<void> {
    this.#isKeepAliveDue = true
    this.wake()
    try {
      if (!(await this.#source.isAllowed())) this.finish('session-ended')
    } catch (error) {
      this.#options.onFailure(error)
    }
  }
}
