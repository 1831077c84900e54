/**
 * One connection to the SQLite file: pragmas, prepared statements, exact 64-bit integers, store errors. All methods are
 * synchronous, like node:sqlite.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { bulkText } from '../bulk.ts'
import type { BulkQuery, BulkRow } from '../bulk-query.ts'
import {
  StoreBusy,
  StoreCorrupt,
  StoreFailed,
  StoreFull,
  StoreReadOnly,
  StoreRejected,
  StoreUnavailable,
  UniqueViolation,
} from '../errors.ts'
import { bind, type Query, type SqlValue } from '../query.ts'
import { INT64_COLUMNS } from '../schema.ts'
import type { StoreObserver } from '../store.ts'
import { type RowMaker, rowMaker } from './row.ts'

export interface ConnectionOptions {
  readonly file: string
  readonly readOnly: boolean
  /**
   * Milliseconds for which a statement waits for a lock of another process and blocks the thread. After opening, the
   * server uses 0.
   */
  readonly busyTimeout: number
  /** Page cache in KiB. */
  readonly cacheKib: number
  /**
   * Location of temporary tables and large sorts. With `file`, they use no more memory than the page cache.
   */
  readonly tempStore: 'memory' | 'file'
  /** Number of log pages after which a commit also runs a checkpoint; 0 leaves checkpoints to the worker thread. */
  readonly autocheckpointPages: number
  readonly monotonic: () => number
  readonly observer: StoreObserver
}

interface Prepared {
  readonly statement: StatementSync
  /** Converts a row from an array of values to an object. */
  readonly row: RowMaker
}

const STATEMENTS_KEPT = 500

/**
 * No request is served while the connection opens, so a statement may wait until another process has recovered the log.
 */
const OPENING_TIMEOUT_MS = 5_000

export class SqliteConnection {
  readonly #db: DatabaseSync
  readonly #options: ConnectionOptions
  readonly #prepared = new Map<string, Prepared>()

  /** @throws a store error, such as {@link StoreUnavailable}, when the file cannot be opened as requested */
  constructor(options: ConnectionOptions) {
    this.#options = options
    try {
      this.#db = new DatabaseSync(options.file, {
        readOnly: options.readOnly,
        timeout: OPENING_TIMEOUT_MS,
        enableForeignKeyConstraints: true,
        enableDoubleQuotedStringLiterals: false,
      })
      this.#configure()
    } catch (error) {
      throw storeError(error)
    }
  }

  #configure(): void {
    const { readOnly, cacheKib, tempStore, autocheckpointPages, busyTimeout } = this.#options
    this.#db.exec(`pragma cache_size = -${cacheKib}`)
    this.#db.exec('pragma cell_size_check = on')
    this.#db.exec(`pragma temp_store = ${tempStore}`)
    if (readOnly) this.#db.exec('pragma query_only = on')
    else {
      this.#db.exec('pragma journal_mode = wal')
      // FULL syncs the write-ahead log at every commit, so that an acknowledged write survives a power cut.
      this.#db.exec('pragma synchronous = full')
      this.#db.exec(`pragma wal_autocheckpoint = ${autocheckpointPages}`)
      // SQLite overwrites deleted data, also in freed pages (INVARIANTS.md 8).
      this.#db.exec('pragma secure_delete = on')
    }
    this.#db.exec('pragma schema_version')
    this.#db.exec(`pragma busy_timeout = ${busyTimeout}`)
  }

  /** True in a transaction. SQLite may end a transaction by itself, when the disk is full or fails. */
  get inTransaction(): boolean {
    return this.#db.isTransaction
  }

  /** Runs a fixed statement that has no parameters and returns no rows, such as `begin immediate`. */
  command(text: string): void {
    this.#timed(text, () => this.#prepare(text, true).statement.run())
  }

  /** Value of a pragma. */
  pragma(name: string): SqlValue | undefined {
    return this.#timed(name, () => {
      const row = this.#prepare(`pragma ${name}`, true).statement.get() as SqlValue[] | undefined
      return row?.[0]
    })
  }

  rows<Parameters extends object, Row>(query: Query<Parameters, Row>, parameters: Parameters): Row[] {
    const compiled = query.compiledFor('sqlite')
    const values = bind(compiled, parameters)
    return this.#timed(compiled.text, () => {
      const { statement, row } = this.#prepare(compiled.text, compiled.keep)
      return (statement.all(...values) as unknown as SqlValue[][]).map((one) => row(one) as Row)
    })
  }

  /** The first row. */
  first<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Row | undefined {
    const compiled = query.compiledFor('sqlite')
    const values = bind(compiled, parameters)
    return this.#timed(compiled.text, () => {
      const { statement, row } = this.#prepare(compiled.text, compiled.keep)
      const found = statement.get(...values) as SqlValue[] | undefined
      return found === undefined ? undefined : (row(found) as Row)
    })
  }

  /** Rows one by one. The statement stays open until the last row was read. */
  *iterate<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): Generator<Row> {
    const compiled = query.compiledFor('sqlite')
    try {
      const { statement, row } = this.#prepare(compiled.text, false)
      for (const found of statement.iterate(...bind(compiled, parameters))) {
        yield row(found as unknown as SqlValue[]) as Row
      }
    } catch (error) {
      throw storeError(error)
    }
  }

  /** Number of changed rows. */
  run<Parameters extends object>(query: Query<Parameters, unknown>, parameters: Parameters): number {
    const compiled = query.compiledFor('sqlite')
    const values = bind(compiled, parameters)
    return this.#timed(compiled.text, () => {
      const { statement } = this.#prepare(compiled.text, compiled.keep)
      // Without this setting, node:sqlite throws for a row id beyond 2^53, after it has written the row.
      statement.setReadBigInts(true)
      return Number(statement.run(...values).changes)
    })
  }

  /** Runs a bulk statement. Returns the rows that it changed, or all rows for a statement without a key. */
  each(query: BulkQuery, rows: readonly BulkRow[]): readonly BulkRow[] {
    const text = bulkText(query, 'sqlite')
    return this.#timed(text, () => {
      const { statement } = this.#prepare(text, true)
      statement.setReadBigInts(true)
      if (query.key !== undefined) return rows.filter((row) => statement.run(...row).changes !== 0n)
      // The same as run(), but no result object is created.
      for (const row of rows) statement.get(...row)
      return rows
    })
  }

  close(): void {
    this.#prepared.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  #timed<T>(text: string, work: () => T): T {
    const { monotonic, observer } = this.#options
    const started = monotonic()
    try {
      return work()
    } catch (error) {
      throw storeError(error)
    } finally {
      observer.statement?.(monotonic() - started, text)
    }
  }

  #prepare(text: string, keep: boolean): Prepared {
    if (!this.#db.isOpen) throw new StoreUnavailable('the store is closed')
    const known = this.#prepared.get(text)
    if (known !== undefined) return known
    const statement = this.#db.prepare(text)
    const names = statement.columns().map((column) => column.name)
    // Statements without rows also need bigints, because run() reads the last row id, which may be beyond 2^53.
    statement.setReadBigInts(names.length === 0 || names.some((name) => INT64_COLUMNS.has(name)))
    statement.setReturnArrays(true)
    const prepared = { statement, row: rowMaker(names) }
    if (keep) this.#keep(text, prepared)
    return prepared
  }

  #keep(text: string, prepared: Prepared): void {
    if (this.#prepared.size >= STATEMENTS_KEPT) {
      const [oldest] = this.#prepared.keys()
      if (oldest !== undefined) this.#prepared.delete(oldest)
    }
    this.#prepared.set(text, prepared)
  }
}

// The low byte is the primary code (https://sqlite.org/rescode.html).
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const TOOBIG = 18
const CONSTRAINT = 19
const MISMATCH = 20
const NOTADB = 26
const UNIQUE = 2067
const PRIMARY_KEY = 1555
const ROW_ID = 2579

/** Maps an error of node:sqlite to a store error; returns other errors unchanged. */
export function storeError(error: unknown): unknown {
  if (!Error.isError(error) || !('errcode' in error)) return error
  const code = Number(error.errcode)
  const options = { cause: error }
  if (code === UNIQUE || code === PRIMARY_KEY || code === ROW_ID)
    return new UniqueViolation(error.message, options)
  switch (code & 0xff) {
    case BUSY:
    case LOCKED:
      return new StoreBusy('another process is writing to the database; try again in a moment', options)
    case READONLY:
      return new StoreReadOnly(
        'the database file may not be written; check its owner and the file system',
        options,
      )
    case CORRUPT:
    case NOTADB:
      return new StoreCorrupt(
        'the database file is damaged; run "aviary verify", then "aviary restore" a backup',
        options,
      )
    case FULL:
      return new StoreFull('there is no room left for the database; free some disk space', options)
    case IOERR:
      return new StoreFull(`the disk refused to read or write the database (${error.message})`, options)
    case CANTOPEN:
      return new StoreUnavailable(`the database file cannot be opened (${error.message})`, options)
    case TOOBIG:
    case CONSTRAINT:
    case MISMATCH:
      return new StoreRejected(error.message, options)
    default:
      return new StoreFailed(`SQLite failed: ${error.message} (${code})`, options)
  }
}
