/** Destination of a restore: a new database that other processes cannot see until it is complete. */
import type { ArchivedRow } from './archive-format.ts'
import type { Catalog, Table } from './catalog.ts'

export interface RestoreTarget {
  /** Inserts rows. The tables come one after another, in catalog order. */
  insert(table: Table, rows: readonly ArchivedRow[]): Promise<void>
  /** Migrates the inserted data to the version of the program and checks all foreign keys. */
  complete(): Promise<void>
}

export interface TargetOptions {
  /** Schema of the backup. */
  readonly catalog: Catalog
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Part of temporary names. */
  readonly nonce: string
}

/**
 * Creates an empty database, runs `work`, and publishes the database when `work` returns; nothing remains when `work`
 * throws.
 * @param place file or URL
 * @throws {StoreRefused} when data exists already
 */
export type WithTarget = <T>(
  place: string,
  options: TargetOptions,
  work: (target: RestoreTarget) => Promise<T>,
) => Promise<T>
