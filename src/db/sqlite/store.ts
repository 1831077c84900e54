/**
 * The SQLite engine: one writing connection, one connection that can only read, both on the event loop, and
 * a worker that copies the write-ahead log home.
 */
import type { Clock } from '../../lib/clock.ts'
import { StoreBusy } from '../errors.ts'
import { GroupCommit, type GroupConnection } from '../group-commit.ts'
import type { Query } from '../query.ts'
import type { EventDraft, SealEvents, Store, StoreObserver, Tx, Verb } from '../store.ts'
import { Checkpointer } from './checkpointer.ts'
import { type ConnectionOptions, SqliteConnection } from './connection.ts'

export interface SqliteOptions {
  readonly file: string
  readonly clock: Clock
  readonly seal: SealEvents
  readonly observer?: StoreObserver
  /**
   * `server`: nothing may hold the event loop, so checkpoints run in a worker. `command`: a process with
   * nothing else to do, which checkpoints as it goes.
   */
  readonly manner: 'server' | 'command'
}

/** Waits between tries for the write lock, in milliseconds; the last one repeats. */
const BUSY_WAITS = [1, 2, 5, 10, 20] as const
const BUSY_PATIENCE_MS = 5_000

const FOREIGN_POLL_MS = 20

const STREAM_ROWS = 1_000

/** A group takes no further verb after this long, so that no turn of the event loop is much longer. */
const GROUP_MS = 4
const GROUP_VERBS = 512

export class SqliteStore implements Store {
  readonly engine = 'sqlite'
  readonly #reader: SqliteConnection
  readonly #writer: SqliteConnection
  readonly #group: GroupCommit
  readonly #clock: Clock
  readonly #streaming: Omit<ConnectionOptions, 'readOnly'>
  readonly #checkpointer: Checkpointer | undefined
  readonly #listeners: ((position: bigint) => void)[] = []

  constructor(options: SqliteOptions) {
    const observer = options.observer ?? {}
    const server = options.manner === 'server'
    const shared = {
      file: options.file,
      busyTimeout: server ? 0 : BUSY_PATIENCE_MS,
      cacheKib: 64 * 1024,
      autocheckpointPages: server ? 0 : 1000,
      monotonic: () => options.clock.monotonic(),
      observer,
    }
    this.#clock = options.clock
    this.#streaming = shared
    this.#writer = new SqliteConnection({ ...shared, readOnly: false })
    this.#reader = new SqliteConnection({ ...shared, readOnly: true })
    this.#group = new GroupCommit(
      new SqliteGroup(this.#writer, options.clock, options.seal, observer),
      { verbs: GROUP_VERBS, milliseconds: GROUP_MS },
      shared.monotonic,
      (verbs, milliseconds, position) => {
        observer.group?.(verbs, milliseconds)
        if (position !== undefined) for (const listener of this.#listeners) listener(position)
      },
    )
    this.#checkpointer = server ? new Checkpointer(options.file, options.clock) : undefined
  }

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#reader.rows(query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return this.#reader.rows(query, parameters)[0]
  }

  write<T>(verb: Verb<T>): Promise<T> {
    return this.#group.submit(verb, false)
  }

  writeAlone<T>(verb: Verb<T>): Promise<T> {
    return this.#group.submit(verb, true)
  }

  async *stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncGenerator<readonly Row[]> {
    // A connection of its own: an open statement pins the state that the connection sees. Large sorts go to disk.
    const connection = new SqliteConnection({ ...this.#streaming, readOnly: true })
    try {
      connection.exec('pragma temp_store = file')
      let chunk: Row[] = []
      for (const row of connection.iterate(query, parameters)) {
        chunk.push(row)
        if (chunk.length < STREAM_ROWS) continue
        yield chunk
        chunk = []
      }
      if (chunk.length > 0) yield chunk
    } finally {
      connection.close()
    }
  }

  onAppend(listener: (position: bigint) => void): void {
    this.#listeners.push(listener)
  }

  onForeignAppend(listener: () => void): () => void {
    // On the writing connection the number moves only when somebody else commits.
    let seen = this.#writer.scalar('pragma data_version')
    return this.#clock.every(FOREIGN_POLL_MS, () => {
      if (this.#writer.inTransaction) return
      const version = this.#writer.scalar('pragma data_version')
      if (version === seen) return
      seen = version
      listener()
    })
  }

  async close(): Promise<void> {
    await this.#group.close()
    await this.#checkpointer?.close()
    this.#reader.close()
    this.#writer.close()
  }
}

class SqliteGroup implements GroupConnection {
  readonly #db: SqliteConnection
  readonly #clock: Clock
  readonly #seal: SealEvents
  readonly #observer: StoreObserver

  constructor(db: SqliteConnection, clock: Clock, seal: SealEvents, observer: StoreObserver) {
    this.#db = db
    this.#clock = clock
    this.#seal = seal
    this.#observer = observer
  }

  /** Waits by timer, never in the driver: a blocking wait would freeze every stream of the process. */
  async begin(): Promise<Tx> {
    const started = this.#clock.monotonic()
    for (let attempt = 0; ; attempt++) {
      try {
        this.#db.exec('begin immediate')
        return new SqliteTx(this.#db)
      } catch (error) {
        const waited = this.#clock.monotonic() - started
        if (!(error instanceof StoreBusy) || waited >= BUSY_PATIENCE_MS) throw error
        this.#observer.busy?.()
        await this.#pause(BUSY_WAITS[Math.min(attempt, BUSY_WAITS.length - 1)] ?? 20)
      }
    }
  }

  async savepoint(): Promise<void> {
    this.#db.exec('savepoint verb')
  }

  async release(): Promise<void> {
    this.#db.exec('release verb')
  }

  async rollbackToSavepoint(): Promise<void> {
    this.#db.exec('rollback to verb')
    this.#db.exec('release verb')
  }

  async commit(tx: Tx, drafts: readonly EventDraft[]): Promise<bigint | undefined> {
    const sealed = drafts.length === 0 ? undefined : await this.#seal(tx, drafts)
    await sealed?.stored
    this.#db.exec('commit')
    return sealed?.head
  }

  async rollback(): Promise<void> {
    if (this.#db.inTransaction) this.#db.exec('rollback')
  }

  transactionLost(): boolean {
    return !this.#db.inTransaction
  }

  deservesRerun(): boolean {
    return false
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(milliseconds, resolve))
  }
}

class SqliteTx implements Tx {
  readonly drafts: EventDraft[] = []
  readonly #db: SqliteConnection

  constructor(db: SqliteConnection) {
    this.#db = db
  }

  async rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    return this.#db.rows(query, parameters)
  }

  async first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return this.#db.rows(query, parameters)[0]
  }

  async run<Parameters extends object>(
    query: Query<Parameters, unknown>,
    parameters: Parameters,
  ): Promise<number> {
    return this.#db.run(query, parameters)
  }
}
