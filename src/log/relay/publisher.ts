/**
 * Publishes the committed log to the stream of the relay. Only the node that holds the lease publishes. NATS refuses a
 * message that does not directly follow the last message (expected-last-sequence), so that even two publishers cannot
 * repeat or reorder events.
 *
 *   prepare: read the stream ── equals the table ─▶ continue after its last message (lost messages are sent again)
 *              ╰── ahead, different, with a hole, of another timeline ─▶ a new stream with a new offset
 *   run:     publish without waiting, up to a bound ─▶ any error ─▶ end; the next session prepares again
 */
import type { LeaseGrant } from '../../cluster/cluster.ts'
import type { EventsTable } from '../../db/schema.ts'
import type { Store } from '../../db/store.ts'
import type { Clock, Random } from '../../lib/time/clock.ts'
import type { JetStream } from '../../nats/jet-stream.ts'
import { logHead } from '../log-head.ts'
import { PositionTooOld, readEventRows } from '../read-table.ts'
import { encodeRow, SERVER_HEADER, TIMELINE_HEADER } from './message.ts'
import type { NewEvents } from './new-events.ts'
import {
  createStream,
  deleteStream,
  findStream,
  lastPosition,
  RelayRefused,
  type RelayStream,
  spreadStream,
} from './stream.ts'
import { timelineOf } from './timeline.ts'

/** Maximum published messages that NATS has not confirmed yet. */
const MAX_IN_FLIGHT = 1_000
/** Milliseconds within which NATS must confirm a message. */
const CONFIRM_MS = 5_000
/** Milliseconds between two comparisons of the stream with the table. */
const COMPARE_MS = 2_000
/** Number of earlier events with which a new stream begins. */
const BACKFILL = 10_000n

export interface PublisherOptions {
  readonly store: Store
  readonly serverId: string
  readonly random: Random
  /** The real clock of the machine. */
  readonly clock: Clock
  /** Receives the rows that are published, in order. */
  readonly onRows: (rows: readonly EventsTable[]) => void
  /** Called when NATS has confirmed a position. */
  readonly onConfirmed: (position: bigint) => void
  /**
   * Called with the stream to which this node publishes, and with the stream that the new stream has replaced, if any.
   */
  readonly onStream: (stream: RelayStream, replaced: RelayStream | undefined) => void
}

/** One session of a publisher, with one connection to NATS and one grant of the lease. */
export class Publisher {
  readonly #options: PublisherOptions
  readonly #nats: JetStream
  readonly #grant: LeaseGrant
  readonly #inFlight = new Set<Promise<void>>()
  #failure: Error | undefined
  #comparedAt: number

  constructor(options: PublisherOptions, grant: LeaseGrant, nats: JetStream) {
    this.#options = options
    this.#grant = grant
    this.#nats = nats
    this.#comparedAt = options.clock.monotonic()
  }

  /** Publishes until `signal` is aborted. @throws any error, but only when no message is in flight */
  async run(events: NewEvents, signal: AbortSignal): Promise<void> {
    try {
      const stream = await this.#prepare()
      await spreadStream(this.#nats.jsm, stream)
      let position = lastPosition(stream)
      while (!signal.aborted) {
        const rows = await events.after(position, signal)
        if (rows.length > 0) {
          this.#options.onRows(rows)
          await this.#publish(stream, rows)
          position = rows.at(-1)?.position ?? position
        }
        await this.#compareSometimes(stream, rows.length === 0 ? position : undefined)
        if (this.#failure !== undefined) throw this.#failure
      }
    } finally {
      await Promise.all(this.#inFlight)
    }
  }

  /** Finds or creates the stream to which events are published. A stream that differs from the table is replaced. */
  async #prepare(): Promise<RelayStream> {
    const { store, serverId, onStream } = this.#options
    const found = await findStream(this.#nats.jsm, serverId)
    const timeline = await timelineOf(store)
    const reason = found === undefined ? 'there was no stream' : await this.#difference(found, timeline)
    if (found !== undefined && reason === undefined) {
      onStream(found, undefined)
      return found
    }
    await this.#replace(timeline, reason ?? '', found !== undefined)
    const stream = await findStream(this.#nats.jsm, serverId)
    if (stream === undefined) throw new RelayRefused('the new stream of the relay has vanished')
    onStream(stream, found)
    return stream
  }

  async #replace(timeline: string, reason: string, exists: boolean): Promise<void> {
    const { store, serverId, random } = this.#options
    // If another node holds the lease now, the stream of that node must not be deleted.
    if (!(await this.#grant.renew())) throw new RelayRefused('another node publishes to the relay now')
    if (exists) await deleteStream(this.#nats.jsm, serverId)
    const { head, trimmed } = await logHead(store)
    const offset = head - BACKFILL > trimmed ? head - BACKFILL : trimmed
    const incarnation = `${this.#grant.epoch}-${random(6).toString('hex')}`
    await createStream(this.#nats.jsm, { serverId, incarnation, timeline, offset, reason })
  }

  /**
   * The reason why the stream must be replaced; undefined when publishing can continue. The head of the table is read
   * after the stream, because otherwise the table could appear to lack events of the stream.
   */
  async #difference(stream: RelayStream, timeline: string): Promise<string | undefined> {
    const last = lastPosition(stream)
    const { head, trimmed } = await logHead(this.#options.store)
    if (stream.timeline !== timeline)
      return `the database has another history: timeline ${timeline}, and not ${stream.timeline}`
    if (last > head) return `the relay was at position ${last}, and the database is at ${head}`
    if (stream.hasHole) return 'messages are missing in the relay'
    if (last < trimmed) return `the relay was at position ${last}, and the log begins after ${trimmed}`
    const { firstSequence, lastSequence } = stream
    // An empty stream may have had messages that were dropped.
    const isEmpty = firstSequence < 1 || firstSequence > lastSequence
    for (const sequence of isEmpty ? [] : [firstSequence, lastSequence]) {
      if (!(await this.#equalsTable(stream, sequence))) {
        return `the event at position ${stream.offset + BigInt(sequence)} of the relay is another than that of the database`
      }
    }
    return undefined
  }

  /** True if a message equals its event in the table, or if the stream or the table no longer has the event. */
  async #equalsTable({ name, offset }: RelayStream, sequence: number): Promise<boolean> {
    const message = await this.#nats.jsm.streams.getMessage(name, { seq: sequence })
    if (message === null) return true
    try {
      const [row] = await readEventRows(this.#options.store, offset + BigInt(sequence) - 1n, 1)
      return row !== undefined && message.string() === encodeRow(row)
    } catch (error) {
      if (error instanceof PositionTooOld) return true
      throw error
    }
  }

  /** Publishes rows. Resolves when all have been sent and at most {@link MAX_IN_FLIGHT} are not confirmed yet. */
  async #publish(stream: RelayStream, rows: readonly EventsTable[]): Promise<void> {
    for (const row of rows) {
      while (this.#inFlight.size >= MAX_IN_FLIGHT && this.#failure === undefined) {
        await Promise.race(this.#inFlight)
      }
      if (this.#failure !== undefined) throw this.#failure
      const sending: Promise<void> = this.#send(stream, row).finally(() => this.#inFlight.delete(sending))
      this.#inFlight.add(sending)
    }
  }

  /** Publishes one row and waits for the confirmation. Never rejects. */
  async #send({ name, subject, offset, timeline }: RelayStream, row: EventsTable): Promise<void> {
    const { serverId, onConfirmed } = this.#options
    const sequence = Number(row.position - offset)
    const headers = this.#nats.newHeaders()
    headers.set(SERVER_HEADER, serverId)
    headers.set(TIMELINE_HEADER, timeline)
    try {
      const ack = await this.#nats.js.publish(subject, encodeRow(row), {
        headers,
        timeout: CONFIRM_MS,
        expect: { streamName: name, lastSequence: sequence - 1 },
      })
      if (ack.seq !== sequence) throw new RelayRefused(`NATS stored ${sequence} as ${ack.seq}`)
      onConfirmed(row.position)
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  /**
   * @param idleAt the last published position, if there is nothing to publish
   * @throws {RelayRefused} when the stream must be prepared again
   */
  async #compareSometimes(stream: RelayStream, idleAt: bigint | undefined): Promise<void> {
    const { clock, store, serverId } = this.#options
    const now = clock.monotonic()
    if (now - this.#comparedAt < COMPARE_MS) return
    this.#comparedAt = now
    if (this.#nats.connection.isClosed()) throw new RelayRefused('the connection to NATS has ended')
    const found = await findStream(this.#nats.jsm, serverId)
    if (found?.incarnation !== stream.incarnation)
      throw new RelayRefused('the stream of the relay was replaced')
    if (found.hasHole) throw new RelayRefused('messages are missing in the relay')
    if ((await timelineOf(store)) !== stream.timeline)
      throw new RelayRefused('the database has another history')
    if (idleAt === undefined || this.#inFlight.size > 0) return
    // All messages were confirmed before the stream was read, and no message has been published since.
    if (lastPosition(found) > idleAt) throw new RelayRefused('another node publishes to the relay')
    if (lastPosition(found) < idleAt) throw new RelayRefused('the relay has lost its last messages')
  }
}
