/**
 * The SQLite engine. It has one writing and one read-only connection, both on the event loop, and a worker thread for
 * checkpoints.
 */
import { type Clock, sleep, systemClock } from '../../lib/time/clock.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import { GroupCommit } from '../commit/group-commit.ts'
import type { GroupConnection } from '../commit/group-connection.ts'
import { withoutEvents } from '../commit/without-events.ts'
import { StoreBusy } from '../errors.ts'
import type { Query, SqlValue } from '../query.ts'
import type {
  AppendDrafts,
  AppendListener,
  BatchCommand,
  EventDraft,
  Store,
  StoreLogger,
  StoreObserver,
  WriteCommand,
  Writer,
} from '../store.ts'
import { Checkpointer } from './checkpointer.ts'
import { type ConnectionOptions, SqliteConnection } from './connection.ts'

/** Page cache of a connection in KiB. */
const CACHE_KIB = 64 * 1024

/**
 * Page cache of the writing connection of a server. Many small commits are faster with fewer cached pages, because a
 * commit may visit each of them (decision 0028).
 */
const SERVING_WRITER_CACHE_KIB = 16 * 1024

export interface SqliteOptions {
  readonly file: string
  readonly clock: Clock
  readonly appendDrafts: AppendDrafts
  readonly logger: StoreLogger
  readonly observer?: StoreObserver
  /**
   * With `server`, a worker thread runs checkpoints, because the event loop must not block. With `command`, commits run
   * them.
   */
  readonly manner: 'server' | 'command'
}

/** Milliseconds between attempts to get the write lock; the last value repeats. */
const BUSY_WAITS = [1, 2, 5, 10, 20] as const
const BUSY_PATIENCE_MS = 5_000

const STREAM_ROWS = 1_000

/** Milliseconds after which a group is closed, so that a turn of the event loop stays short. */
const GROUP_MS = 3
const MAX_GROUP_COMMANDS = 512

export class SqliteStore implements Store {
  readonly engine = 'sqlite'
  readonly logger: StoreLogger
  readonly #reader: SqliteConnection
  readonly #writer: SqliteConnection
  readonly #group: GroupCommit
  readonly #patience: Patience
  readonly #streaming: Omit<ConnectionOptions, 'readOnly'>
  readonly #checkpointer: Checkpointer | undefined
  readonly #listeners = new Set<AppendListener>()

  constructor(options: SqliteOptions) {
    const observer = options.observer ?? {}
    const server = options.manner === 'server'
    const shared = {
      file: options.file,
      busyTimeout: server ? 0 : BUSY_PATIENCE_MS,
      cacheKib: CACHE_KIB,
      tempStore: server ? ('memory' as const) : ('file' as const),
      autocheckpointPages: server ? 0 : 1000,
      monotonic: () => options.clock.monotonic(),
      observer,
    }
    this.logger = options.logger
    this.#patience = new Patience(options.clock, observer)
    this.#streaming = { ...shared, tempStore: 'file' }
    const cacheKib = server ? SERVING_WRITER_CACHE_KIB : CACHE_KIB
    this.#writer = new SqliteConnection({ ...shared, cacheKib, readOnly: false })
    this.#reader = new SqliteConnection({ ...shared, readOnly: true })
    this.#group = new GroupCommit(
      new SqliteGroup(this.#writer, this.#patience, options.appendDrafts),
      { commands: MAX_GROUP_COMMANDS, milliseconds: GROUP_MS },
      shared.monotonic,
      {
        committed: (commands, milliseconds) => observer.group?.(commands, milliseconds),
        refused: (error) => observer.refused?.(error),
        appended: (position, drafts) => {
          observer.appended?.()
          for (const listener of this.#listeners) listener(position, drafts)
        },
        logger: options.logger,
      },
    )
    this.#checkpointer = server
      ? new Checkpointer(options.file, options.clock, options.logger, observer)
      : undefined
  }

  /** SQLite's counter of commits by other connections, as seen by the writing connection. */
  get version(): number | undefined {
    const version = this.#dataVersion()
    return typeof version === 'number' ? version : undefined
  }

  rows<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row[]> {
    // A reader rarely waits, for example while another process recovers the log.
    return this.#patience.wait(() => this.#reader.rows(query, parameters))
  }

  first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Promise<Row | undefined> {
    return this.#patience.wait(() => this.#reader.first(query, parameters))
  }

  write<T>(command: WriteCommand<T>): Promise<T> {
    return this.#group.submit(command, false)
  }

  writeBatched<Input, T>(command: BatchCommand<Input, T>, input: Input): Promise<T> {
    return this.#group.submitBatched(command, input)
  }

  writeAside<T>(command: WriteCommand<T>): Promise<T> {
    return this.write(withoutEvents(command))
  }

  writeAlone<T>(command: WriteCommand<T>): Promise<T> {
    return this.#group.submit(command, true)
  }

  async *stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncGenerator<readonly Row[]> {
    // The stream has a separate connection, because an open statement keeps its connection on one snapshot.
    const connection = new SqliteConnection({ ...this.#streaming, readOnly: true })
    try {
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

  async analyze(): Promise<void> {}

  onAppend(listener: AppendListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    await this.#group.close()
    await this.#checkpointer?.close()
    this.#reader.close()
    this.#writer.close()
  }

  /** The counter; undefined when it cannot be read now. */
  #dataVersion(): SqlValue | undefined {
    try {
      return this.#writer.inTransaction ? undefined : this.#writer.pragma('data_version')
    } catch {
      // The caller reads the counter again later.
      return undefined
    }
  }
}

/** Waits for locks of other processes with timers, because a wait inside the driver would block the event loop. */
class Patience {
  readonly #clock: Clock
  readonly #observer: StoreObserver

  constructor(clock: Clock, observer: StoreObserver) {
    this.#clock = clock
    this.#observer = observer
  }

  /** Repeats `work` while another process has a lock that `work` needs. @throws {StoreBusy} after 5 s */
  async wait<T>(work: () => T): Promise<T> {
    let started: number | undefined
    for (let attempt = 0; ; attempt++) {
      try {
        return work()
      } catch (error) {
        started ??= this.#clock.monotonic()
        const waited = this.#clock.monotonic() - started
        if (!(error instanceof StoreBusy) || waited >= BUSY_PATIENCE_MS) throw error
        this.#observer.busy?.()
        const wait = BUSY_WAITS[Math.min(attempt, BUSY_WAITS.length - 1)] ?? 20
        // The process with the lock uses the system clock, even when this store has a test clock.
        await Promise.race([sleep(this.#clock, wait), sleep(systemClock, wait)])
      }
    }
  }
}

class SqliteGroup implements GroupConnection {
  readonly isImmediate = true
  readonly #db: SqliteConnection
  readonly #writer: Writer
  readonly #patience: Patience
  readonly #appendDrafts: AppendDrafts

  constructor(db: SqliteConnection, patience: Patience, appendDrafts: AppendDrafts) {
    this.#db = db
    this.#writer = new SqliteWriter(db)
    this.#patience = patience
    this.#appendDrafts = appendDrafts
  }

  async begin(): Promise<Writer> {
    await this.#patience.wait(() => this.#db.command('begin immediate'))
    return this.#writer
  }

  savepoint(): void {
    this.#db.command('savepoint command')
  }

  release(): void {
    this.#db.command('release command')
  }

  rollbackToSavepoint(): void {
    this.#db.command('rollback to command')
    this.#db.command('release command')
  }

  async commit(writer: Writer, drafts: readonly EventDraft[]): Promise<bigint | undefined> {
    const appended = drafts.length === 0 ? undefined : await this.#appendDrafts(writer, drafts)
    await appended?.stored
    this.#db.command('commit')
    return appended?.head
  }

  async rollback(): Promise<void> {
    if (this.#db.inTransaction) this.#db.command('rollback')
  }

  /** False, because no other server can take over a SQLite file. */
  wasLostBeforeCommit(): boolean {
    return false
  }

  transactionLost(): boolean {
    return !this.#db.inTransaction
  }

  /** Undefined, because only one connection writes at a time. */
  lockConflictOf(): undefined {
    return undefined
  }
}

class SqliteWriter implements Writer {
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

  async each(query: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
    return this.#db.each(query, rows)
  }
}
