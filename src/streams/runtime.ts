/**
 * The runtime of one kind of stream in a process. It reads the log and admits connections. It runs each connection
 * through history to the present, keeps it alive, and closes it with a reason. At shutdown, it waits until all
 * connections have ended.
 *
 *   admission ─▶ attach ─▶ StreamConnection: backfill ─▶ cutover ─▶ live ─▶ end ─▶ ended
 *                                                          ▲
 *   log ─▶ LogPump ─▶ handle(batch) of the stream ─────────┘
 *
 * A stream supplies the parts that differ between streams. It determines how a batch reaches its connections (matching,
 * partitions), how a connection buffers and encodes messages ({@link StreamConnection}), and the wire format of the
 * runtime's own messages ({@link StreamFormat}).
 *
 * Invariant: an attached connection receives every later event until it ends. Each end has one reason. The reason is
 * counted once, and is sent to the client unless the client has disconnected.
 */
import type { Cluster } from '../cluster/cluster.ts'
import type { StreamBody, StreamObserver } from '../http/stream-response.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Tracing } from '../lib/tracing/tracing.ts'
import type { LogEntry } from '../log/event.ts'
import { Admission } from './admission.ts'
import type { CloseReason } from './close-reasons.ts'
import { type ConnectionHost, type StreamConnection, TICK_MS } from './connection.ts'
import type { ConnectionLog } from './connection-log.ts'
import { LogPump, type PumpOptions, type StreamLog } from './log-pump.ts'

export interface RuntimeOptions extends PumpOptions {
  readonly observer: StreamObserver
  /** Maximum open connections of one key. A key stands, for example, for an app and a stream. */
  readonly maxConnections: number
  /** Limits each key to one connection in all nodes; when undefined, only the connections of this process count. */
  readonly cluster?: Pick<Cluster, 'lease'> | undefined
  /** Records the connections for the owners of their apps. */
  readonly connectionLog?: ConnectionLog | undefined
  /** Records each connection as a span of a trace. */
  readonly tracing?: Tracing | undefined
}

/** The functions of a stream that the runtime calls. */
export interface StreamHandler<Connection, Own extends string> {
  /** Passes the next events of the log to the connections that have joined. */
  handle(batch: readonly LogEntry[]): Promise<void> | void
  /** Frees the resources of an attached connection; called once, after its end. */
  released(connection: Connection): void
  /** Called once for a connection that was served, with the reason of its end; called before {@link released}. */
  ended?(connection: Connection, reason: CloseReason<Own>): void
  /** Called every {@link TICK_MS}, before the connections check their keep-alives. */
  tick?(): void
  /** Passes on messages that wait for a batch; called at a shutdown, after the last event was handled. */
  flush?(): void
}

/** An admitted connection. */
export interface Admitted {
  /** The position after which the connection begins. */
  readonly position: bigint
  /** Serves the connection when it is run. The caller must either run this body or call {@link release}. */
  readonly body: StreamBody
  /** Frees the connection without serving it. */
  release(): void
}

export class StreamRuntime<Own extends string, Connection extends StreamConnection<Own>>
  implements ConnectionHost<Own>
{
  readonly clock: Clock
  readonly observer: StreamObserver
  readonly log: StreamLog
  readonly admission: Admission
  readonly #handler: StreamHandler<Connection, Own>
  readonly #pump: LogPump
  readonly #connectionLog: ConnectionLog | undefined
  readonly #tracing: Tracing | undefined
  readonly #connections = new Set<Connection>()
  readonly #stopTicks: () => void
  /** Connections that are being served. */
  #running = 0
  #onDrained: (() => void) | undefined
  #isClosing = false

  constructor(options: RuntimeOptions, handler: StreamHandler<Connection, Own>) {
    this.clock = options.clock
    this.observer = options.observer
    this.log = options.log
    this.#handler = handler
    this.#connectionLog = options.connectionLog
    this.#tracing = options.tracing
    this.admission = new Admission(options.maxConnections, options.cluster)
    this.#pump = new LogPump(options, {
      handle: (batch) => handler.handle(batch),
      lost: (reason) => this.#closeAll(reason),
    })
    this.#stopTicks = this.clock.every(TICK_MS, () => this.#tick())
  }

  /** Position up to which every event has been passed to the connections that have joined. */
  get position(): bigint {
    return this.#pump.position
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  /** The attached connections. */
  get connections(): Iterable<Connection> {
    return this.#connections
  }

  /** @throws the reason why this process cannot stream any more */
  requireReadable(): void {
    if (this.#pump.failure !== undefined) throw this.#pump.failure
  }

  /** Like {@link LogPump.reach}. */
  reach(position: bigint): Promise<boolean> {
    return this.#pump.reach(position)
  }

  /** Adds a new connection. When the connection ends, the runtime releases its reservation. */
  attach(connection: Connection): Admitted {
    const position = connection.begin()
    this.#connections.add(connection)
    if (this.#isClosing) connection.close('restart')
    if (this.#pump.failure !== undefined) connection.close('failure')
    const body: StreamBody = (sink) => {
      this.#running += 1
      this.observer.opened(connection.part)
      this.#connectionLog?.opened(connection.logged)
      return this.#tracing === undefined
        ? connection.run(sink)
        : tracedConnection(this.#tracing, connection, () => connection.run(sink))
    }
    return { position, body, release: () => this.#detach(connection) }
  }

  /** A connection calls this function after it has ended. */
  ended(connection: Connection, reason: CloseReason<Own>): void {
    this.#handler.ended?.(connection, reason)
    this.#detach(connection)
    this.observer.closed(connection.part, reason)
    this.#connectionLog?.ended(connection.logged, reason)
    this.#running -= 1
    if (this.#running === 0) this.#onDrained?.()
  }

  /**
   * Sends to every connection all events that were committed before this call. Then ends the connections with a reason,
   * and stops.
   */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#stopTicks()
    // If the log cannot be read, connections end after the events that this process has already read.
    await this.log.catchUp().catch(() => undefined)
    await this.#pump.reach(this.log.head)
    this.#handler.flush?.()
    this.#closeAll('restart')
    await this.#pump.stop()
    if (this.#running === 0) return
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve
    })
  }

  #detach(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
    this.#handler.released(connection)
    connection.reservation.release()
  }

  #closeAll(reason: CloseReason<Own>): void {
    for (const connection of this.#connections) connection.close(reason)
  }

  #tick(): void {
    this.#handler.tick?.()
    this.#connectionLog?.tick()
    const now = this.clock.monotonic()
    for (const connection of this.#connections) connection.tick(now)
  }
}

/** A span of a trace, from the first byte of a connection to its end. */
function tracedConnection<Own extends string>(
  tracing: Tracing,
  connection: StreamConnection<Own>,
  run: () => Promise<CloseReason<Own>>,
): Promise<CloseReason<Own>> {
  const attributes = { 'aviary.stream.part': connection.part }
  const options = { kind: 'server', parent: 'current', attributes } as const
  return tracing.run(`stream ${connection.part}`, options, async (span) => {
    const reason = await run()
    const delivered = connection.logged?.delivered
    span.set({ 'aviary.stream.end': reason })
    if (delivered !== undefined) span.set({ 'aviary.stream.messages': delivered })
    if (reason === 'failure') span.fail(reason)
    return reason
  })
}
