/**
 * The relay of a node publishes the log on NATS JetStream, so that only one of many nodes reads the table.
 *
 *   the node that holds the lease:  table ─▶ Publisher ─▶ stream       and to its own tail
 *   every other node:               stream ─▶ RelayReader ─▶ tail      while NATS is there; else the tail reads the table
 *
 * The table remains the complete source of events. If NATS loses, repeats or refuses messages, nodes read the table
 * more often but miss no event.
 */
import type { Cluster, LeaseGrant } from '../../cluster/cluster.ts'
import type { Store, StoreLogger } from '../../db/store.ts'
import { type Clock, type Random, sleep } from '../../lib/time/clock.ts'
import { openJetStream } from '../../nats/jet-stream.ts'
import type { NatsConnection, NatsLink } from '../../nats/link.ts'
import type { LogFeed, Offer } from '../feed.ts'
import { entryOf } from '../record.ts'
import { NewEvents } from './new-events.ts'
import { Publisher } from './publisher.ts'
import { RelayReader } from './reader.ts'
import { lastPosition, type RelayStream } from './stream.ts'

/** Milliseconds after which another node publishes if this node does not renew its lease. */
const LEASE_MS = 5_000
/** Milliseconds between two attempts to get the lease or to use the relay. */
const AGAIN_MS = 500

export interface RelayOptions {
  /** The connection to NATS. The relay closes this connection. */
  readonly link: Pick<NatsLink, 'connected' | 'problem' | 'close'>
  readonly store: Store
  readonly cluster: Pick<Cluster, 'lease' | 'subscribe'>
  readonly serverId: string
  readonly random: Random
  /** The real clock of the machine, because NATS and other nodes do not follow a clock that a test injects. */
  readonly clock: Clock
  readonly logger: StoreLogger
  /** The last position that this node has. */
  readonly head: () => bigint
  /**
   * A number that grows when another server becomes the primary of the database; undefined for a database without a
   * standby.
   */
  readonly primaryTimeline: (() => number) | undefined
  /** False for a node that leaves the publication to other nodes. */
  readonly mayPublish: boolean
}

/** State of the relay of a node, for operators. */
export interface RelayStatus {
  readonly work: 'publishing' | 'reading' | 'none'
  /** The last position of the relay that this node knows. */
  readonly position: bigint
  /** Number of times that this node has seen a new stream replace the stream of the relay. */
  readonly resets: number
  /** The reason why events are read from the table; undefined while the relay delivers them. */
  readonly problem: string | undefined
}

export class Relay implements LogFeed {
  readonly clock: Clock
  readonly #options: RelayOptions
  readonly #stopping = new AbortController()
  #offer: Offer = () => undefined
  #running: Promise<unknown> | undefined
  /** Aborted when this node gets the lease, because a publisher does not read the relay. */
  #reading = new AbortController()
  #work: RelayStatus['work'] = 'none'
  #isHolder = false
  #position = 0n
  #incarnation: string | undefined
  #resets = 0
  #problem: string | undefined

  constructor(options: RelayOptions) {
    this.#options = options
    this.clock = options.clock
  }

  get isLive(): boolean {
    return this.#work !== 'none'
  }

  get status(): RelayStatus {
    const { problem } = this.#options.link
    return {
      work: this.#work,
      position: this.#position,
      resets: this.#resets,
      problem: this.isLive ? undefined : (problem ?? this.#problem),
    }
  }

  start(offer: Offer): () => void {
    this.#offer = offer
    this.#running ??= Promise.all([this.#options.mayPublish && this.#publishInTurn(), this.#readInTurn()])
    return () => this.#stop()
  }

  /** Stops publishing and reading, and releases the lease. */
  async close(): Promise<void> {
    this.#stop()
    await this.#options.link.close()
    await this.#running
  }

  #stop(): void {
    this.#stopping.abort()
    this.#reading.abort()
  }

  async #publishInTurn(): Promise<void> {
    const { link, cluster } = this.#options
    const { signal } = this.#stopping
    const lease = cluster.lease('relay', LEASE_MS)
    while (!signal.aborted) {
      const connection = await link.connected(signal)
      // If the database cannot be reached, the lease is requested again later.
      const grant = connection && (await lease.acquire().catch(() => undefined))
      if (connection !== undefined && grant !== undefined) {
        this.#isHolder = true
        this.#reading.abort()
        await this.#publish(connection, grant)
        this.#isHolder = false
        await grant.release()
      }
      await sleep(this.clock, AGAIN_MS, signal)
    }
  }

  async #publish(connection: NatsConnection, grant: LeaseGrant): Promise<void> {
    const { store, cluster, serverId, random } = this.#options
    const events = new NewEvents(store, cluster, this.clock)
    try {
      const nats = await openJetStream(connection)
      const ending = AbortSignal.any([this.#stopping.signal, grant.signal, endOf(connection)])
      const publisher = new Publisher(
        {
          ...{ store, serverId, random, clock: this.clock },
          onRows: (rows) => {
            const head = this.#options.head()
            const foreign = rows.filter((row) => row.position > head)
            if (foreign.length > 0) this.#offer(foreign.map(entryOf))
          },
          onConfirmed: (position) => this.#reached(position),
          onStream: (stream, replaced) => {
            this.#seen(stream, replaced !== undefined)
            this.#work = 'publishing'
          },
        },
        grant,
        nats,
      )
      await publisher.run(events, ending)
    } catch (error) {
      this.#failed(error, 'the log is not published to the relay')
    } finally {
      this.#work = 'none'
      events.close()
    }
  }

  async #readInTurn(): Promise<void> {
    const { link } = this.#options
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const connection = await link.connected(signal)
      if (connection !== undefined && !this.#isHolder) {
        this.#reading = new AbortController()
        await this.#read(connection, AbortSignal.any([signal, this.#reading.signal]))
      }
      await sleep(this.clock, AGAIN_MS, signal)
    }
  }

  async #read(connection: NatsConnection, signal: AbortSignal): Promise<void> {
    const { store, serverId, head, primaryTimeline } = this.#options
    try {
      const nats = await openJetStream(connection)
      const reader = new RelayReader(
        {
          ...{ store, serverId, head, primaryTimeline, clock: this.clock },
          offer: (batch) => {
            this.#reached(batch.at(-1)?.position ?? 0n)
            this.#offer(batch)
          },
          onStream: (stream) => this.#seen(stream, false),
        },
        nats,
      )
      await reader.run(signal, () => {
        this.#work = 'reading'
        this.#problem = undefined
      })
    } catch (error) {
      if (!signal.aborted) this.#failed(error, 'the relay is not read; the table serves')
    } finally {
      if (!this.#isHolder) this.#work = 'none'
    }
  }

  #reached(position: bigint): void {
    if (position > this.#position) this.#position = position
  }

  /** Remembers the stream that this node uses from now on, and logs a reset. */
  #seen(stream: RelayStream, isReset: boolean): void {
    const { name, incarnation, reason } = stream
    this.#position = lastPosition(stream)
    this.#problem = undefined
    if (incarnation === this.#incarnation) return
    if (this.#incarnation !== undefined || isReset) {
      this.#resets += 1
      this.#options.logger.warn({ stream: name, incarnation, reason }, 'the relay was reset')
    }
    this.#incarnation = incarnation
  }

  #failed(error: unknown, message: string): void {
    this.#problem = error instanceof Error ? error.message : String(error)
    this.#options.logger.warn({ err: error }, message)
  }
}

function endOf(connection: NatsConnection): AbortSignal {
  const ending = new AbortController()
  void connection.closed().then(() => ending.abort())
  return ending.signal
}
