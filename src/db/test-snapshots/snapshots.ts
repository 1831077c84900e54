/** Named copies of a whole database, for tests: saved beside it, and restored in place while a server is connected. */
import type { DatabaseAddress } from '../migration.ts'
import { postgresSnapshots } from './postgres-snapshots.ts'
import { sqliteSnapshots } from './sqlite-snapshots.ts'

/** Names of snapshots: they become names of files and schemas. */
export const SNAPSHOT_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** A name of this form. Names that people choose begin with another character. */
export interface DatabaseSnapshot {
  readonly name: string
  /** Name of the last migration of the copied database. */
  readonly version: string
}

export interface DatabaseSnapshots {
  list(): Promise<readonly DatabaseSnapshot[]>
  /** Copies the database, in place of an earlier copy of that name. */
  save(name: string): Promise<void>
  /** Copies a copy. */
  copy(from: string, to: string): Promise<void>
  /**
   * Replaces the content of the database in one transaction. Open connections see it with their next statement; every cache of
   * it is wrong then. Rate windows, nonces and the state of other processes are not restored.
   */
  restore(name: string): Promise<void>
  remove(name: string): Promise<void>
  close(): Promise<void>
}

/** @param directory for the copies of a SQLite file; created with the first one */
export function openSnapshots(address: DatabaseAddress, directory: string): DatabaseSnapshots {
  return address.url === '' ? sqliteSnapshots(address.file, directory) : postgresSnapshots(address.url)
}
