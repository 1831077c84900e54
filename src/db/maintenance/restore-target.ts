/** Where a backup's rows go: a database that nobody sees before it is whole. */
import type { ArchivedRow } from './archive-format.ts'
import type { Catalog, Table } from './catalog.ts'

export interface RestoreTarget {
  /** Adds rows to a table; tables come one after the other, in the order of the catalog. */
  insert(table: Table, rows: readonly ArchivedRow[]): Promise<void>
  /** Brings what was inserted to the program's version and looks whether every row's references are there. */
  complete(): Promise<void>
}

export interface TargetOptions {
  /** What the tables are at first: those of the backup. */
  readonly catalog: Catalog
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Made part of temporary names. */
  readonly nonce: string
}

/**
 * Makes an empty database, runs `work` over it, and makes it real when `work` returns; when that throws, nothing
 * remains.
 * @param place the file, or the URL
 * @throws {StoreRefused} when there is something already
 */
export type WithTarget = <T>(
  place: string,
  options: TargetOptions,
  work: (target: RestoreTarget) => Promise<T>,
) => Promise<T>
