/** What a migration is, and what an engine must do to run one. */

/** What differs between the engines in the text of a table. */
export interface ColumnTypes {
  /** A 64-bit integer. On SQLite `integer`, which as a primary key is the row id itself. */
  readonly int64: string
  /** Ends a table that lies in the order of its primary key. */
  readonly clustered: string
}

export interface Migration {
  /** Number and subject; the order of names is the order of running. */
  readonly name: string
  statements(types: ColumnTypes): readonly string[]
  /** Statements that only one engine needs. */
  readonly sqliteStatements?: readonly string[]
  readonly postgresStatements?: readonly string[]
}

/** One engine's way of running migrations. */
export interface Migrator {
  /** Refuses a database that this program must not touch at all (encoding, server version). */
  check(): Promise<void>
  /** Names of the migrations that ran, in order; empty for a new database. Creates nothing. */
  applied(): Promise<readonly string[]>
  /** Runs, under the lock, those of `migrations` that are not noted yet; returns their names. */
  apply(migrations: readonly Migration[], now: number): Promise<readonly string[]>
  close(): Promise<void>
}

export interface DatabaseAddress {
  /** `postgres://…`, or empty for a SQLite file. */
  readonly url: string
  /** The SQLite file. */
  readonly file: string
}
