/** Runs migrations on SQLite under its write lock. */
import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ColumnTypes, Migration, Migrator } from '../migration.ts'
import { storeError } from './connection.ts'

const TYPES: ColumnTypes = { int64: 'integer', clustered: ' without rowid' }

const TIMEOUT_MS = 5_000

export function sqliteMigrator(file: string): Migrator {
  let opened: DatabaseSync | undefined
  const open = () => {
    opened ??= new DatabaseSync(file, { timeout: TIMEOUT_MS })
    return opened
  }
  return {
    async check() {
      if (existsSync(file)) translated(() => open().exec('pragma schema_version'))
    },
    async applied() {
      return existsSync(file) ? translated(() => appliedIn(open())) : []
    },
    async apply(migrations, now) {
      return translated(() => {
        createPrivate(file)
        return applyTo(open(), migrations, now)
      })
    },
    async close() {
      opened?.close()
    },
  }
}

/**
 * Creates the file with permissions for its owner only. SQLite would let every user read the file. The log files get
 * the same permissions.
 */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}

/** Names of the applied migrations of an open database, in order. */
export function appliedIn(db: DatabaseSync): string[] {
  const table = db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get()
  if (table === undefined) return []
  return db
    .prepare('select name from migrations order by name')
    .all()
    .map((row) => String(row['name']))
}

/** Runs the missing migrations on an open database; returns their names. */
export function applyTo(db: DatabaseSync, migrations: readonly Migration[], now: number): string[] {
  if (appliedIn(db).length >= migrations.length) return []
  db.exec('pragma journal_mode = wal')
  db.exec('pragma synchronous = full')
  db.exec('begin immediate')
  try {
    db.exec('create table if not exists migrations (name text primary key, applied_at integer not null)')
    const done = new Set(appliedIn(db))
    const due = migrations.filter((migration) => !done.has(migration.name))
    for (const migration of due) {
      for (const statement of migration.statements(TYPES)) db.exec(statement)
      for (const statement of migration.sqliteStatements ?? []) db.exec(statement)
      db.prepare('insert into migrations (name, applied_at) values (?, ?)').run(migration.name, now)
    }
    db.exec('commit')
    return due.map((migration) => migration.name)
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    throw error
  }
}

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storeError(error)
  }
}
