/**
 * A consistent snapshot of a database, used by backup and verify.
 *
 * On SQLite, a snapshot is a read transaction on a separate connection. It never blocks a writer, but the write-ahead
 * log cannot restart and grows until the snapshot ends. On PostgreSQL, a snapshot is a repeatable-read transaction.
 */
import { statSync } from 'node:fs'
import { sql as raw } from 'kysely'
import { StoreUnavailable } from '../errors.ts'
import type { DatabaseAddress } from '../migration.ts'
import { storeError } from '../postgres/errors.ts'
import { connectToPrimary } from '../postgres/open-primary.ts'
import { rowsOf, type Sql, streamOf, type TransactionSql } from '../postgres/session.ts'
import { type Engine, once, type Query } from '../query.ts'
import { SqliteConnection } from '../sqlite/connection.ts'
import type { Reader } from '../store.ts'

export interface Snapshot extends Reader {
  readonly engine: Engine
  /** All rows of a result of any size, in chunks. */
  stream<Parameters extends object, Row>(
    query: Query<Parameters, Row>,
    parameters: Parameters,
  ): AsyncIterable<readonly Row[]>
  /** Names of the applied migrations, in order; empty for a new database. */
  migrations(): Promise<string[]>
  /** Runs `work`. A failed statement in `work` does not end the snapshot. */
  attempt<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
}

/** Milliseconds to wait for a lock of another process when the database is opened. */
const PATIENCE_MS = 5_000
const CACHE_KIB = 64 * 1024
const CHUNK_ROWS = 1_000

/**
 * Runs `work` over a read-only snapshot, which ends together with `work`.
 * @throws {StoreUnavailable} when there is no database
 */
export async function withSnapshot<T>(
  address: DatabaseAddress,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return address.url === '' ? sqliteSnapshot(address.file, work) : postgresSnapshot(address.url, work)
}

async function sqliteSnapshot<T>(file: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  requireFile(file)
  const db = new SqliteConnection({
    file,
    readOnly: true,
    busyTimeout: PATIENCE_MS,
    cacheKib: CACHE_KIB,
    tempStore: 'memory',
    autocheckpointPages: 0,
    monotonic: () => 0,
    observer: {},
  })
  try {
    db.command('begin')
    // The first read fixes the snapshot.
    db.rows(hasMigrations, {})
    const snapshot: Snapshot = {
      engine: 'sqlite',
      rows: async (query, parameters) => db.rows(query, parameters),
      first: async (query, parameters) => db.rows(query, parameters)[0],
      stream: (query, parameters) => chunks(db.iterate(query, parameters)),
      migrations: async () => (db.rows(hasMigrations, {}).length === 0 ? [] : names(db.rows(applied, {}))),
      attempt: (attempted) => attempted(snapshot),
    }
    return await work(snapshot)
  } finally {
    db.close()
  }
}

/** @throws {StoreUnavailable} when the file is missing; the system error when the directory is not accessible */
function requireFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return
  throw new StoreUnavailable(`there is no database ${file}; name its directory with --data`)
}

async function* chunks<Row>(rows: Iterable<Row>): AsyncGenerator<readonly Row[]> {
  let chunk: Row[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < CHUNK_ROWS) continue
    yield chunk
    chunk = []
    // Reads are synchronous. The pause lets signals and progress output be processed.
    await new Promise(setImmediate)
  }
  if (chunk.length > 0) yield chunk
}

async function postgresSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const pool = connectToPrimary({ url, connections: 1, name: 'aviary snapshot' })
  try {
    return await (pool.begin('isolation level repeatable read, read only', async (tx) => {
      await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
      await tx.unsafe('set local statement_timeout = 0')
      return work(snapshotOver(tx))
    }) as Promise<T>)
  } catch (error) {
    throw storeError(error)
  } finally {
    await pool.end({ timeout: 5 })
  }
}

function snapshotOver(tx: TransactionSql): Snapshot {
  // A transaction and a pool have different types, but only their common method `unsafe` is used.
  const sql = tx as unknown as Sql
  return {
    engine: 'postgres',
    rows: (query, parameters) => rowsOf(sql, query, parameters),
    first: async (query, parameters) => (await rowsOf(sql, query, parameters))[0],
    stream: (query, parameters) => streamOf(sql, query, parameters),
    async migrations() {
      const [table] = await rowsOf(sql, hasTable, {})
      return table?.name == null ? [] : names(await rowsOf(sql, applied, {}))
    },
    attempt: <T>(work: (snapshot: Snapshot) => Promise<T>) =>
      tx.savepoint((inner) => work(snapshotOver(inner))) as Promise<T>,
  }
}

function names(rows: readonly { readonly name: string }[]): string[] {
  return rows.map((row) => row.name)
}

const hasMigrations = once<{ name: string }>(
  () => raw`select name from sqlite_schema where type = 'table' and name = 'migrations'`,
)

const hasTable = once<{ name: string | null }>(() => raw`select to_regclass('migrations')::text as name`)

const applied = once<{ name: string }>(() => raw`select name from migrations order by name`)
