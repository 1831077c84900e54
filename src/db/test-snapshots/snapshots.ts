/** Opens the snapshots of either engine. */
import type { DatabaseAddress } from '../migration.ts'
import type { DatabaseSnapshots } from './database-snapshots.ts'
import { postgresSnapshots } from './postgres-snapshots.ts'
import { sqliteSnapshots } from './sqlite-snapshots.ts'

/** Pattern of valid names of snapshots. A name becomes part of the name of a file or of a schema. */
export const SNAPSHOT_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** @param directory the directory for the copies of a SQLite file; it is created with the first copy */
export function openSnapshots(address: DatabaseAddress, directory: string): DatabaseSnapshots {
  return address.url === '' ? sqliteSnapshots(address.file, directory) : postgresSnapshots(address.url)
}
