/**
 * The PostgreSQL engine: a pool for reading, and one connection on which this process's writing verbs are
 * gathered into shared transactions.
 */
import type { Clock } from '../../lib/clock.ts'
import { GroupCommit } from '../group-commit.ts'
import type { Query } from '../query.ts'
import type { SealEvents, Store, StoreObserver, Verb } from '../store.ts'
import { storeError } from './errors.ts'
import { PostgresGroup } from './group.ts'
import { connect, rowsOf, type Sql, streamOf } from './session.ts'

export interface PostgresOptions {
  readonly url: string
  readonly clock: Clock
  readonly seal: SealEvents
  /** Connections for reading. */
  readonly pool: number
  readonly observer?: StoreObserver
}

const CHANNEL = 'aviary_events'

/** Most doorbells: one per this many milliseconds and process. */
const NOTIFY_EVERY_MS = 2

const GROUP_MS = 20
const GROUP_VERBS = 512

export class PostgresStore implements Store {
  readonly engine = 'postgres'
  readonly #pool: Sql
  readonly #connection: PostgresGroup
  readonly #group: GroupCommit
  readonly #clock: Clock
  readonly #listeners = new Set<(position: bigint) => void>()
  /** The last position of this process. */
  #head = 0n
  #notifyDue: (() => void) | undefined
  #notifiedAt = Number.NEGATIVE_INFINITY

  constructor(options: PostgresOptions) {
    this.#clock = options.clock
    this.#pool = connect({ url: options.url, connections: options.pool, name: 'aviary' })
    this.#connection = new PostgresGroup(options.url, options.seal)
    this.#group = new GroupCommit(
      this.#connection,
      { verbs: GROUP_VERBS, milliseconds: GROUP_MS },
      () => options.clock.monotonic(),
      (verbs, milliseconds, position) => {
        options.observer?.group?.(verbs, milliseconds)
        if (position === undefined) return
        this.#head = position
        for (const listener of this.#listeners) listener(position)
        this.#notify()
      },
    )
  }

  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return rowsOf(this.#pool, query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await rowsOf(this.#pool, query, parameters))[0]
  }

  /** Runs one statement by itself, for the counters that only PostgreSQL keeps for many processes. */
  async execute(text: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
    try {
      return await this.#pool.unsafe(text, parameters as never[], { prepare: true })
    } catch (error) {
      throw storeError(error)
    }
  }

  write<T>(verb: Verb<T>): Promise<T> {
    return this.#group.submit(verb, false)
  }

  writeAlone<T>(verb: Verb<T>): Promise<T> {
    return this.#group.submit(verb, true)
  }

  stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncIterable<readonly Row[]> {
    return streamOf(this.#pool, query, parameters)
  }

  onAppend(listener: (position: bigint) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  onForeignAppend(listener: (position: bigint | undefined) => void): () => void {
    // The driver listens again by itself after a lost connection, and then what was missed must be looked up.
    const listening = this.#pool.listen(
      CHANNEL,
      (position) => listener(BigInt(position)),
      () => listener(undefined),
    )
    listening.catch(() => undefined)
    return () => {
      listening.then(({ unlisten }) => unlisten()).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    await this.#group.close()
    this.#notifyDue?.()
    await Promise.all([this.#connection.close(), this.#pool.end({ timeout: 5 })])
  }

  /** After the commit and outside it: a notification inside would queue behind every other process's. */
  #notify(): void {
    if (this.#notifyDue !== undefined) return
    const wait = this.#notifiedAt + NOTIFY_EVERY_MS - this.#clock.monotonic()
    if (wait <= 0) {
      this.#ringNow()
      return
    }
    const cancel = this.#clock.after(wait, () => this.#notifyDue?.())
    this.#notifyDue = () => {
      cancel()
      this.#notifyDue = undefined
      this.#ringNow()
    }
  }

  #ringNow(): void {
    this.#notifiedAt = this.#clock.monotonic()
    this.#pool.unsafe(`notify ${CHANNEL}, '${this.#head}'`).catch(() => undefined)
  }
}
