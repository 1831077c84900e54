/**
 * Reads the stream of the relay with an ordered consumer of NATS, and offers the events to the tail. Each message must
 * belong to this server and to the timeline of the database, and its position must fit its sequence. Any other message
 * ends the session. If the stream omits an event, the tail finds a gap and reads the event from the table.
 */
import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import type { Store } from '../../db/store.ts'
import { type Clock, sleep } from '../../lib/time/clock.ts'
import type { JetStream } from '../../nats/jet-stream.ts'
import type { LogEntry } from '../event.ts'
import type { Offer } from '../feed.ts'
import { decodeEvent, SERVER_HEADER, TIMELINE_HEADER } from './message.ts'
import { findStream, RelayRefused, type RelayStream } from './stream.ts'
import { timelineOf } from './timeline.ts'

/** Maximum messages that NATS sends before this node has read them. */
const MAX_AHEAD = 2_000
/** Milliseconds between two checks of the stream and the timeline. */
const COMPARE_MS = 2_000

export interface ReaderOptions {
  readonly store: Store
  readonly serverId: string
  /** The real clock of the machine. */
  readonly clock: Clock
  readonly offer: Offer
  /** The last position that this node has. */
  readonly head: () => bigint
  /**
   * A number that grows when another server becomes the primary of the database; undefined for a database without a
   * standby.
   */
  readonly primaryTimeline: (() => number) | undefined
  /** Called with the stream before the first read. */
  readonly onStream: (stream: RelayStream) => void
}

export class RelayReader {
  readonly #options: ReaderOptions
  readonly #nats: JetStream
  /** The timeline of the primary, read before the stream was compared with the database. */
  readonly #primaryTimeline: number | undefined
  #failure: Error | undefined
  #gathered: LogEntry[] = []
  #isScheduled = false

  constructor(options: ReaderOptions, nats: JetStream) {
    this.#options = options
    this.#nats = nats
    this.#primaryTimeline = options.primaryTimeline?.()
  }

  /**
   * Reads until `signal` is aborted.
   * @param onLive called when events begin to arrive
   * @throws any error; from then on events must be read from the table
   */
  async run(signal: AbortSignal, onLive: () => void): Promise<void> {
    const stream = await this.#usable()
    this.#options.onStream(stream)
    const messages = await this.#consume(stream)
    const ending = new AbortController()
    const stop = () => {
      ending.abort()
      messages.stop()
    }
    signal.addEventListener('abort', stop, { once: true })
    void messages.closed().then(stop, stop)
    try {
      onLive()
      if (signal.aborted) stop()
      while (!ending.signal.aborted && this.#failure === undefined) {
        await sleep(this.#options.clock, COMPARE_MS, ending.signal)
        if (!ending.signal.aborted) await this.#requireSame(stream)
      }
    } finally {
      signal.removeEventListener('abort', stop)
      stop()
    }
    if (this.#failure !== undefined) throw this.#failure
    if (!signal.aborted) throw new RelayRefused('NATS has ended the reading of the relay')
  }

  async #usable(): Promise<RelayStream> {
    const { store, serverId } = this.#options
    const stream = await findStream(this.#nats.jsm, serverId)
    if (stream === undefined)
      throw new RelayRefused('the relay has no stream yet; the node that publishes makes it')
    const timeline = await timelineOf(store)
    if (stream.timeline !== timeline) {
      throw new RelayRefused(
        'the relay is of another history of the database; the node that publishes resets it',
      )
    }
    return stream
  }

  async #consume(stream: RelayStream): Promise<ConsumerMessages> {
    const next = Number(this.#options.head() - stream.offset) + 1
    const consumer = await this.#nats.js.consumers.get(stream.name, {
      filter_subjects: stream.subject,
      deliver_policy: 'by_start_sequence',
      opt_start_seq: Math.max(1, next),
    })
    const callback = (message: JsMsg) => this.#received(stream, message)
    return consumer.consume({ max_messages: MAX_AHEAD, callback })
  }

  #received({ offset, timeline }: RelayStream, message: JsMsg): void {
    if (this.#failure !== undefined) return
    const { serverId } = this.#options
    const { headers } = message
    if (headers?.get(SERVER_HEADER) !== serverId || headers.get(TIMELINE_HEADER) !== timeline) {
      this.#failure = new RelayRefused('the relay has a message that is not of this server and its database')
      return
    }
    const event = decodeEvent(message.string())
    // The message has another version or was changed. The tail finds a gap and reads the event from the table.
    if (event === undefined) return
    if (event.position !== offset + BigInt(message.seq)) {
      this.#failure = new RelayRefused(`the relay has position ${event.position} at sequence ${message.seq}`)
      return
    }
    this.#gathered.push(event)
    if (this.#isScheduled) return
    this.#isScheduled = true
    // The messages of one network packet are one batch.
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isScheduled = false
    const batch = this.#gathered
    this.#gathered = []
    // The relay may have events that the new primary lacks.
    if (this.#options.primaryTimeline?.() !== this.#primaryTimeline)
      this.#failure ??= new RelayRefused('the database has another primary')
    if (this.#failure === undefined) this.#options.offer(batch)
  }

  /** @throws {RelayRefused} when the stream was replaced, or the history of the database has changed */
  async #requireSame({ incarnation }: RelayStream): Promise<void> {
    if (this.#nats.connection.isClosed()) throw new RelayRefused('the connection to NATS has ended')
    if ((await this.#usable()).incarnation !== incarnation) throw new RelayRefused('the relay was reset')
  }
}
