/**
 * Records the stream connections of each app for the console (docs/console.md#usage). Each process keeps its own open
 * and recently ended connections in memory.
 */
import type { Clock } from '../lib/time/clock.ts'

/** Maximum ended connections of an app; older connections are dropped. */
export const MAX_ENDED_PER_APP = 50

/**
 * Maximum apps with ended connections. When there are more, the app is dropped whose last connection ended the longest
 * time ago.
 */
export const MAX_ENDED_APPS = 1_000

/** Counters of a connection. */
export interface LoggedConnection {
  /** The app whose owner sees the connection. */
  readonly appId: bigint
  /** Kind of stream, such as `2 filter`. */
  readonly part: string
  /** True if most messages of the connection are posts. */
  readonly sendsPosts: boolean
  /** Number of written messages. */
  readonly delivered: number
  /** Number of posts that were dropped because of the limit per second. */
  readonly dropped: number
  /** Milliseconds from the event of the last message to its write; undefined before the first message. */
  readonly lagMs: number | undefined
}

export interface ConnectionRecord {
  /** Number of the connection in this process: 1, 2, 3 … */
  readonly id: number
  readonly part: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** Milliseconds since the Unix epoch; undefined for an open connection. */
  readonly endedAt: number | undefined
  /** Label of `aviary_stream_closed_total`; undefined for an open connection. */
  readonly reason: string | undefined
  readonly delivered: number
  readonly dropped: number
  readonly lagMs: number | undefined
}

interface OpenConnection {
  readonly id: number
  readonly startedAt: number
  /** Number of messages that were reported to {@link OnDelivered}. */
  counted: number
}

/** Called with an app and the number of posts that were sent to the app since the last call. */
export type OnDelivered = (appId: bigint, posts: number) => void

export class ConnectionLog {
  readonly #clock: Pick<Clock, 'now'>
  readonly #onDelivered: OnDelivered
  readonly #open = new Map<LoggedConnection, OpenConnection>()
  readonly #ended = new Map<bigint, ConnectionRecord[]>()
  #lastId = 0

  constructor(clock: Pick<Clock, 'now'>, onDelivered: OnDelivered) {
    this.#clock = clock
    this.#onDelivered = onDelivered
  }

  opened(connection: LoggedConnection | undefined): void {
    if (connection === undefined) return
    this.#lastId += 1
    this.#open.set(connection, { id: this.#lastId, startedAt: this.#clock.now(), counted: 0 })
  }

  ended(connection: LoggedConnection | undefined, reason: string): void {
    if (connection === undefined) return
    const open = this.#open.get(connection)
    if (open === undefined) return
    const { appId } = connection
    this.#count(connection, open)
    this.#open.delete(connection)
    const records = this.#ended.get(appId) ?? []
    if (records.push(recordOf(connection, open, this.#clock.now(), reason)) > MAX_ENDED_PER_APP)
      records.shift()
    // Moves the app to the end of the map. The first app in the map is then the app whose last connection ended the
    // longest time ago.
    this.#ended.delete(appId)
    this.#ended.set(appId, records)
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > MAX_ENDED_APPS && oldest !== undefined) this.#ended.delete(oldest)
  }

  /** Reports the number of delivered posts. Called once a second. */
  tick(): void {
    for (const [connection, open] of this.#open) this.#count(connection, open)
  }

  /**
   * The connections of an app: open connections come first, then the latest ended connections, each group newest first.
   */
  of(appId: bigint): readonly ConnectionRecord[] {
    const open: ConnectionRecord[] = []
    for (const [connection, facts] of this.#open) {
      if (connection.appId === appId) open.unshift(recordOf(connection, facts, undefined, undefined))
    }
    return [...open, ...(this.#ended.get(appId) ?? []).toReversed()]
  }

  #count({ appId, delivered, sendsPosts }: LoggedConnection, open: OpenConnection): void {
    if (sendsPosts) this.#onDelivered(appId, delivered - open.counted)
    open.counted = delivered
  }
}

function recordOf(
  { part, delivered, dropped, lagMs }: LoggedConnection,
  { id, startedAt }: OpenConnection,
  endedAt: number | undefined,
  reason: string | undefined,
): ConnectionRecord {
  return { id, part, startedAt, endedAt, reason, delivered, dropped, lagMs }
}
