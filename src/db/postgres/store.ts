/**
 * The PostgreSQL engine: a pool for reading, and one connection on which this process's writing verbs are
 * gathered into shared transactions.
 */
import type { Clock } from '../../lib/clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { GroupCommit, type GroupConnection } from '../group-commit.ts'
import type { Query } from '../query.ts'
import type { EventDraft, SealEvents, Store, StoreObserver, Tx, Verb } from '../store.ts'
import { isDeadlock, storeError } from './errors.ts'
import { changesOf, connect, rowsOf, type Sql, streamOf } from './session.ts'

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
  readonly #writer: Sql
  readonly #connection: PostgresGroup
  readonly #group: GroupCommit
  readonly #clock: Clock
  readonly #appendListeners: ((position: bigint) => void)[] = []
  #notifyDue: (() => void) | undefined
  #notifiedAt = Number.NEGATIVE_INFINITY

  constructor(options: PostgresOptions) {
    this.#clock = options.clock
    this.#pool = connect({ url: options.url, connections: options.pool, name: 'aviary' })
    this.#writer = connect({
      url: options.url,
      connections: 1,
      name: 'aviary writer',
      onClose: () => this.#connection.closed(),
    })
    this.#connection = new PostgresGroup(this.#writer, options.seal)
    this.#group = new GroupCommit(
      this.#connection,
      { verbs: GROUP_VERBS, milliseconds: GROUP_MS },
      () => options.clock.monotonic(),
      (verbs, milliseconds, position) => {
        options.observer?.group?.(verbs, milliseconds)
        if (position === undefined) return
        for (const listener of this.#appendListeners) listener(position)
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

  onAppend(listener: (position: bigint) => void): void {
    this.#appendListeners.push(listener)
  }

  onForeignAppend(listener: () => void): () => void {
    // The driver listens again by itself after a lost connection, and calls back then too.
    const listening = this.#pool.listen(CHANNEL, listener, listener)
    listening.catch(() => undefined)
    return () => {
      listening.then(({ unlisten }) => unlisten()).catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    await this.#group.close()
    this.#notifyDue?.()
    await Promise.all([this.#writer.end({ timeout: 5 }), this.#pool.end({ timeout: 5 })])
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
    this.#pool.unsafe(`notify ${CHANNEL}`).catch(() => undefined)
  }
}

class PostgresGroup implements GroupConnection {
  readonly #sql: Sql
  readonly #seal: SealEvents
  /** Whether the connection that began the transaction is still the same. */
  #alive = false
  /** The savepoint command that still travels with the verb's first statement. */
  #pending: Promise<unknown> = Promise.resolve()

  constructor(sql: Sql, seal: SealEvents) {
    this.#sql = sql
    this.#seal = seal
  }

  /** The driver would send the next statement on a new connection, outside any transaction. */
  closed(): void {
    this.#alive = false
  }

  async begin(): Promise<Tx> {
    await this.#command('begin isolation level read committed')
    this.#alive = true
    return new PostgresTx(this.#sql, () => this.#demandAlive())
  }

  async savepoint(): Promise<void> {
    this.#send('savepoint verb')
  }

  async release(): Promise<void> {
    this.#demandAlive()
    this.#send('release verb')
  }

  async rollbackToSavepoint(): Promise<void> {
    this.#demandAlive()
    await this.#pending.catch(() => undefined)
    await this.#command('rollback to verb')
    this.#send('release verb')
  }

  async commit(tx: Tx, drafts: readonly EventDraft[]): Promise<bigint | undefined> {
    this.#demandAlive()
    await this.#pending
    const sealed = drafts.length === 0 ? undefined : await this.#seal(tx, drafts)
    this.#demandAlive()
    // The commit travels with the insert, so that the log's lock is held for no round trip more. A commit after
    // a failed insert is a rollback, and then `stored` says so.
    await Promise.all([sealed?.stored, this.#command('commit')])
    return sealed?.head
  }

  async rollback(): Promise<void> {
    await this.#pending.catch(() => undefined)
    if (this.#alive) await this.#command('rollback')
  }

  transactionLost(): boolean {
    return !this.#alive
  }

  deservesRerun(error: unknown): boolean {
    return isDeadlock(error instanceof Error && error.cause !== undefined ? error.cause : error)
  }

  /** Sends a command without waiting: it travels with the next statement. */
  #send(text: string): void {
    this.#demandAlive()
    const sent = Promise.all([this.#pending, this.#command(text)])
    sent.catch(() => undefined)
    this.#pending = sent
  }

  async #command(text: string): Promise<void> {
    try {
      await this.#sql.unsafe(text)
    } catch (error) {
      throw storeError(error)
    }
  }

  #demandAlive(): void {
    if (!this.#alive)
      throw new StoreUnavailable('the connection to PostgreSQL was lost in the middle of a write')
  }
}

class PostgresTx implements Tx {
  readonly drafts: EventDraft[] = []
  readonly #sql: Sql
  readonly #demandAlive: () => void

  constructor(sql: Sql, demandAlive: () => void) {
    this.#sql = sql
    this.#demandAlive = demandAlive
  }

  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    this.#demandAlive()
    return rowsOf(this.#sql, query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return (await this.rows(query, parameters))[0]
  }

  async run<Parameters extends object>(
    query: Query<Parameters, unknown>,
    parameters: Parameters,
  ): Promise<number> {
    this.#demandAlive()
    return changesOf(this.#sql, query, parameters)
  }
}
