/**
 * Snapshots of a SQLite file. Snapshots are files that are copied page by page. A copy of pages takes a tenth of the
 * time of a copy of rows.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { END_COMMANDS } from '../workers.ts'
import type { DatabaseSnapshots } from './database-snapshots.ts'

const SUFFIX = '.sqlite'

/**
 * Number of pages that one step may copy. The number is so large that one step copies all pages, and no other commit
 * can come in between.
 */
const ALL_PAGES = 2 ** 30

const LOCK_TIMEOUT_MS = 5_000

/** Tables of rate windows and nonces, which a copy does not contain. */
const COUNTERS = ['rate_windows', 'ahead_nonces']

export function sqliteSnapshots(file: string, directory: string): DatabaseSnapshots {
  const database = new SchemaVersions(file)
  const pathOf = (name: string) => join(directory, `${name}${SUFFIX}`)
  return {
    async list() {
      const names = existsSync(directory) ? readdirSync(directory) : []
      return names
        .filter((name) => name.endsWith(SUFFIX))
        .map((name) => name.slice(0, -SUFFIX.length))
        .map((name) => ({ name, version: versionOf(pathOf(name)) }))
    },
    async save(name) {
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      // Under its final name a copy is always complete, even if the process is killed during the copy.
      const partial = `${pathOf(name)}.partial`
      rmSync(partial, { force: true })
      await copyPages(file, partial)
      prepareCopy(partial, database.current)
      renameSync(partial, pathOf(name))
    },
    async copy(from, to) {
      const partial = `${pathOf(to)}.partial`
      copyFileSync(pathOf(from), partial)
      renameSync(partial, pathOf(to))
    },
    async restore(name) {
      const { current } = database
      const isSameSchema = current === schemaVersionOf(pathOf(name))
      await copyPages(pathOf(name), file)
      if (isSameSchema) database.keep(current)
    },
    async remove(name) {
      rmSync(pathOf(name), { force: true })
    },
    close: async () => database.close(),
  }
}

async function copyPages(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true })
  try {
    await backup(source, to, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
}

/** SQLite's number of the schema, which changes with every change of the schema. */
function schemaVersionOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(db.prepare('pragma schema_version').get()?.['schema_version'])
  } finally {
    db.close()
  }
}

/**
 * The schema version of the database. The connection stays open, because most pragmas of a new connection read the
 * whole schema. This read takes as long as copying a small database.
 */
class SchemaVersions {
  readonly #file: string
  #opened: DatabaseSync | undefined

  constructor(file: string) {
    this.#file = file
  }

  get current(): number {
    return Number(this.#db.prepare('pragma schema_version').get()?.['schema_version'])
  }

  /**
   * Sets the schema version after a restore, so that connections need not read the schema and prepare their statements
   * again.
   */
  keep(version: number): void {
    this.#db.exec(`pragma schema_version = ${version}`)
  }

  /**
   * Makes the data durable. Closing the last connection of a database copies the log into the database file and syncs
   * the file.
   */
  close(): void {
    this.#opened?.exec('pragma synchronous = full')
    this.#opened?.close()
    this.#opened = undefined
  }

  get #db(): DatabaseSync {
    if (this.#opened === undefined) {
      // Waits for checkpoints, which may hold the lock for a moment.
      this.#opened = new DatabaseSync(this.#file, { defensive: false, timeout: LOCK_TIMEOUT_MS })
      this.#opened.exec('pragma synchronous = off')
    }
    return this.#opened
  }
}

/** @param schemaVersion schema version of the original; the copy has a different version */
function prepareCopy(file: string, schemaVersion: number): void {
  const db = new DatabaseSync(file, { defensive: false })
  try {
    // A copied file has the journal mode of the original. In WAL mode a log next to the copy would be a second file to
    // copy.
    db.exec('pragma journal_mode = delete')
    db.exec('pragma synchronous = off')
    for (const table of COUNTERS) {
      const exists = db.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table)
      if (exists !== undefined) db.exec(`delete from ${table}`)
    }
    // Commands that run now must not have a lease after a restore.
    db.exec(END_COMMANDS)
    db.exec(`pragma schema_version = ${schemaVersion}`)
  } finally {
    db.close()
  }
}

/** Name of the last migration in a copy; empty for a file that is not a snapshot. */
function versionOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const row = db.prepare('select max(name) as name from migrations').get()
    return String(row?.['name'] ?? '')
  } catch {
    // One corrupt file must not make the list fail.
    return ''
  } finally {
    db.close()
  }
}
