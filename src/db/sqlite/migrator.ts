/** Migrations on SQLite: the write lock is the lock. */
import { chmodSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { ColumnTypes, Migration, Migrator } from '../migration.ts'
import { storeError } from './connection.ts'

const TYPES: ColumnTypes = { int64: 'integer', clustered: ' without rowid' }

export function sqliteMigrator(file: string): Migrator {
  const isNew = !existsSync(file)
  const db = translated(() => new DatabaseSync(file, { timeout: 5_000 }))
  return {
    async check() {
      translated(() => db.exec('pragma schema_version'))
      if (isNew) chmodSync(file, 0o600)
    },
    async applied() {
      return translated(() => appliedIn(db))
    },
    async apply(migrations, now) {
      return translated(() => applyTo(db, migrations, now))
    },
    async close() {
      db.close()
    },
  }
}

/** Names of the migrations that ran on an open database, in order. */
export function appliedIn(db: DatabaseSync): string[] {
  const table = db.prepare("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get()
  if (table === undefined) return []
  return db
    .prepare('select name from migrations order by name')
    .all()
    .map((row) => String(row['name']))
}

/** Runs on an open database those of `migrations` that are not noted yet; returns their names. */
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
