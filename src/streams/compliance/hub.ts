/**
 * Runs the compliance stream of a process. The hub passes each event of the log to its partition, and admits
 * connections.
 *
 * Invariant: a connection sends every later event of its partition, once and in order. For an unreadable event, it
 * sends a line that names the event. At the end, it sends the reason, unless the client has closed the connection.
 */

import { isIn, MESSAGE_END, messageOf, type OnIncomplete } from '../../formats/compliance/events.ts'
import type { StreamObserver } from '../../http/stream-response.ts'
import { must } from '../../lib/assert.ts'
import type { Tracing } from '../../lib/tracing/tracing.ts'
import type { LogEntry } from '../../log/event.ts'
import { PARTITIONS } from '../../log/partition.ts'
import type { PumpOptions, StreamLog } from '../log-pump.ts'
import { type Admitted, StreamRuntime } from '../runtime.ts'
import { ComplianceUnavailable, type OwnCloseReason } from './closing.ts'
import { Connection, type Source, type Start, type StreamClient } from './connection.ts'
import { AccountConnections } from './connections.ts'
import { Deflater } from './deflater.ts'
import { Messages } from './messages.ts'
import { Partition } from './partition.ts'
import { Replay, type ReplayOptions } from './replay.ts'

export interface HubOptions extends Pick<PumpOptions, 'clock' | 'logger'> {
  readonly tail: StreamLog
  readonly observer: StreamObserver
  /** The API day of the stream; the default day when undefined. */
  readonly day?: ReplayOptions['day']
  /** Called with each event that cannot be sent completely. */
  readonly onIncomplete?: OnIncomplete | undefined
  /** Records each connection as a span of a trace. */
  readonly tracing?: Tracing | undefined
  /** Size of the message buffer (ring) of each partition in bytes; the default when undefined. */
  readonly ringBytes?: number | undefined
  /** Size of the cache of history in bytes; the default when undefined. */
  readonly historyBytes?: number | undefined
}

export interface HistoryFigures {
  /** Number of events that were read from the log for clients that resume. */
  readonly events: number
  /** Number of bytes of text that were compressed for clients that resume. */
  readonly deflated: number
  /** Approximate bytes in the cache of history. */
  readonly bytes: number
}

/** Maximum connections of one account to one partition; the second connection is for redundancy. */
export const MAX_CONNECTIONS = 2

const FAILURE_MESSAGE = 'the compliance stream has ended: the log cannot be read'

export class ComplianceHub {
  readonly tail: StreamLog
  /** The connections of this process, by account. */
  readonly connections = new AccountConnections()
  /** Counts the messages of this process. */
  readonly messages: Messages
  readonly #onIncomplete: OnIncomplete | undefined
  readonly #day: ReplayOptions['day']
  readonly #deflater = new Deflater()
  readonly #historyDeflater = new Deflater()
  readonly #replay: Replay
  readonly #sources: readonly Source[]
  readonly #runtime: StreamRuntime<OwnCloseReason, Connection>

  constructor(options: HubOptions) {
    const { tail, clock, observer, logger, onIncomplete, ringBytes, historyBytes, day, tracing } = options
    this.#day = day
    this.tail = tail
    this.messages = new Messages(clock)
    this.#onIncomplete = onIncomplete
    const deflater = this.#historyDeflater
    this.#replay = new Replay({ tail, clock, deflater, keptBytes: historyBytes, onIncomplete, day })
    const keepAlive = this.#deflater.piece(MESSAGE_END)
    const shared = { clock, observer, deflater, replay: this.#replay, keepAlive }
    this.#sources = Array.from({ length: PARTITIONS }, () => ({
      ...shared,
      partition: new Partition(clock, this.#deflater, ringBytes),
    }))
    this.#runtime = new StreamRuntime(
      {
        ...{ log: tail, clock, observer, logger, tracing },
        failureMessage: FAILURE_MESSAGE,
        maxConnections: MAX_CONNECTIONS,
      },
      {
        handle: (batch) => this.#handle(batch),
        ended: (connection, reason) => this.connections.ended(connection, reason, clock.now()),
        released: (connection) => {
          this.connections.remove(connection)
          connection.leave()
        },
        flush: () => {
          for (const { partition } of this.#sources) partition.flush()
        },
      },
    )
  }

  /** Every event up to this position has been passed to its partition. */
  get position(): bigint {
    return this.#runtime.position
  }

  /**
   * Waits until every event up to `position` has been passed to its partition. The position must not be after the head
   * of the log.
   * @throws {ComplianceUnavailable} when the log cannot be read now, or when the hub closes
   */
  async waitForPosition(position: bigint): Promise<void> {
    const { isClosing } = this.#runtime
    if (isClosing || !(await this.#runtime.reach(position))) throw new ComplianceUnavailable()
  }

  /** Approximate bytes of all rings. */
  get bytes(): number {
    return this.#sources.reduce((sum, { partition }) => sum + partition.bytes, 0)
  }

  /** Cost of clients that resume: totals since the start of the process, and the current size of the cache. */
  get history(): HistoryFigures {
    const { events, bytes } = this.#replay
    return { events, deflated: this.#historyDeflater.bytes, bytes }
  }

  /**
   * Admits a connection of an account; undefined when the account has the maximum number of connections to that
   * partition.
   * @throws the reason why this process cannot stream any more
   */
  admit(client: StreamClient, start: Start): Admitted | undefined {
    this.#runtime.requireReadable()
    if (this.#runtime.isClosing) throw new ComplianceUnavailable()
    const reservation = this.#runtime.admission.reserve(`${client.account} ${start.partition}`)
    if (reservation === undefined) return undefined
    const source = must(this.#sources[start.partition - 1], 'the partition')
    const connection = new Connection(this.#runtime, source, start, { client, reservation })
    this.connections.add(connection)
    return this.#runtime.attach(connection)
  }

  /**
   * Sends to every connection all events that were committed before this call. Then ends the connections with a reason,
   * and stops.
   */
  async close(): Promise<void> {
    await this.#runtime.close()
    this.#replay.close()
  }

  #handle(batch: readonly LogEntry[]): void {
    for (const event of batch) {
      this.#send(event)
      if (event.kind !== 'unreadable') this.connections.closeEndedBy(event)
    }
    for (const { partition } of this.#sources) partition.settle()
  }

  #send(entry: LogEntry): void {
    const message = messageOf(entry, this.#onIncomplete, this.#day?.())
    if (message === undefined) return
    this.messages.add(entry, message)
    for (const [index, { partition }] of this.#sources.entries()) {
      if (isIn(entry, index + 1)) partition.push(message, entry)
    }
  }
}
