/** Interface of migrations and of the engines that run them. */

/** Schema text that differs by engine. */
export interface ColumnTypes {
  /** A 64-bit integer. On SQLite the type is `integer`; a primary key of this type is the row id. */
  readonly int64: string
  /** Suffix of a table stored in primary key order. */
  readonly clustered: string
}

export interface Migration {
  /** Number and subject; migrations run in the order of names. */
  readonly name: string
  statements(types: ColumnTypes): readonly string[]
  /** Statements for one engine. */
  readonly sqliteStatements?: readonly string[]
  readonly postgresStatements?: readonly string[]
}

/** Runs migrations on one engine. */
export interface Migrator {
  /** Refuses an unsupported database (encoding, server version). */
  check(): Promise<void>
  /** Names of the applied migrations, in order; empty for a new database. Creates nothing. */
  applied(): Promise<readonly string[]>
  /** Runs the missing migrations under a lock; returns their names. */
  apply(migrations: readonly Migration[], now: number): Promise<readonly string[]>
  close(): Promise<void>
}

export interface DatabaseAddress {
  /** `postgres://…`, or empty for a SQLite file. */
  readonly url: string
  /** Path of the SQLite file. */
  readonly file: string
}
