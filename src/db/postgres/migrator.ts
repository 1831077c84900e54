/** Runs migrations on PostgreSQL under an advisory lock of the transaction. */
import { StoreRefused } from '../errors.ts'
import type { ColumnTypes, Migration, Migrator } from '../migration.ts'
import { storeError } from './errors.ts'
import { connectToPrimary } from './open-primary.ts'
import type { Sql, TransactionSql } from './session.ts'

const TYPES: ColumnTypes = { int64: 'bigint', clustered: '' }

/** "aviary" in ASCII, as a number. */
const LOCK = 0x617669617279

const MIN_SERVER_VERSION = 150_000

export function postgresMigrator(url: string): Migrator {
  const sql = connectToPrimary({ url, connections: 1, name: 'aviary migrate' })
  return {
    check: () => translated(() => check(sql)),
    applied: () => translated(() => applied(sql)),
    apply: (migrations, now) => translated(() => sql.begin((tx) => applyIn(tx, migrations, now))),
    close: () => sql.end({ timeout: 5 }),
  }
}

async function check(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string; number: string; version: string }[]>`
    select current_setting('server_encoding') as encoding, current_setting('server_version_num') as number,
      current_setting('server_version') as version`
  if (row?.encoding !== 'UTF8') {
    throw new StoreRefused(
      `the database is encoded as ${row?.encoding} and Aviary needs UTF8; ` +
        `create it with "create database … encoding 'UTF8' template template0"`,
    )
  }
  if (Number(row.number) < MIN_SERVER_VERSION) {
    throw new StoreRefused(
      `the server is PostgreSQL ${row.version} and Aviary needs 15 or newer; upgrade the server`,
    )
  }
}

async function applied(sql: Sql): Promise<string[]> {
  const [table] = await sql<{ name: string | null }[]>`select to_regclass('migrations')::text as name`
  if (table?.name == null) return []
  const rows = await sql<{ name: string }[]>`select name from migrations order by name`
  return rows.map((row) => row.name)
}

/** Runs the missing migrations in an open transaction; returns their names. */
export async function applyIn(
  tx: TransactionSql,
  migrations: readonly Migration[],
  now: number,
): Promise<string[]> {
  await tx.unsafe(`select pg_advisory_xact_lock(${LOCK})`)
  await tx.unsafe('create table if not exists migrations (name text primary key, applied_at bigint not null)')
  const done = new Set((await tx<{ name: string }[]>`select name from migrations`).map((row) => row.name))
  const due = migrations.filter((migration) => !done.has(migration.name))
  for (const migration of due) {
    for (const statement of migration.statements(TYPES)) await tx.unsafe(statement)
    for (const statement of migration.postgresStatements ?? []) await tx.unsafe(statement)
    await tx.unsafe('insert into migrations (name, applied_at) values ($1, $2)', [migration.name, now])
  }
  return due.map((migration) => migration.name)
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storeError(error)
  }
}
