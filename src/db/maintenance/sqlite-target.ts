/** Restores into SQLite: a temporary file that is renamed when complete. */
import { existsSync } from 'node:fs'
import { chmod, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { StoreCorrupt, StoreRefused } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import { storeError } from '../sqlite/connection.ts'
import { applyTo } from '../sqlite/migrator.ts'
import type { ArchivedRow } from './archive-format.ts'
import type { Table } from './catalog.ts'
import type { RestoreTarget, TargetOptions, WithTarget } from './restore-target.ts'
import { syncDirectory, syncFile } from './sync.ts'

/** Suffixes of the files of a SQLite database. SQLite would apply a log of an earlier database to the restored file. */
const COMPANIONS = ['', '-wal', '-shm', '-journal']

export const sqliteTarget: WithTarget = async (file, options, work) => {
  refuseOccupied(file)
  const building = join(dirname(file), `.${basename(file)}.${options.nonce}.partial`)
  try {
    const target = new SqliteTarget(building, options)
    let result: Awaited<ReturnType<typeof work>>
    try {
      result = await work(target)
    } finally {
      target.close()
    }
    await makeReal(building, file)
    return result
  } catch (error) {
    for (const companion of COMPANIONS) await rm(`${building}${companion}`, { force: true })
    throw storeError(error)
  }
}

function refuseOccupied(file: string): void {
  const occupied = COMPANIONS.map((companion) => `${file}${companion}`).find((path) => existsSync(path))
  if (occupied === undefined) return
  throw new StoreRefused(`there is ${occupied} already; restore into an empty data directory (--data DIR)`)
}

async function makeReal(building: string, file: string): Promise<void> {
  await chmod(building, 0o600)
  await syncFile(building)
  refuseOccupied(file)
  await rename(building, file)
  await syncDirectory(dirname(file))
}

class SqliteTarget implements RestoreTarget {
  readonly #db: DatabaseSync
  readonly #options: TargetOptions
  #inserting: { readonly table: Table; readonly statement: StatementSync } | undefined

  constructor(file: string, options: TargetOptions) {
    this.#options = options
    this.#db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
    applyTo(this.#db, options.catalog.migrations, options.now)
    // Before the rename the file need not survive a crash, and it is synced immediately before the rename.
    this.#db.exec('pragma journal_mode = off')
    this.#db.exec('pragma synchronous = off')
    this.#db.exec('pragma cache_size = -262144')
    this.#db.exec('begin')
    // Migrations insert rows, such as the head of an empty log, which the backup also contains.
    for (const { name } of [...options.catalog.tables].reverse()) this.#db.exec(`delete from ${name}`)
  }

  async insert(table: Table, rows: readonly ArchivedRow[]): Promise<void> {
    const statement = this.#statementFor(table)
    const integers = table.columns.map(({ type }) => type === 'integer')
    for (const row of rows) {
      statement.run(
        ...row.map((value, index) => (value !== null && integers[index] === true ? BigInt(value) : value)),
      )
    }
  }

  async complete(): Promise<void> {
    this.#db.exec('commit')
    applyTo(this.#db, MIGRATIONS, this.#options.now)
    const [orphan] = this.#db.prepare('pragma foreign_key_check').all()
    if (orphan !== undefined) {
      throw new StoreCorrupt(
        `the backup holds a row of ${orphan['table']} that refers to a row of ${orphan['parent']} which is not there; use another backup`,
      )
    }
    this.#db.exec('pragma journal_mode = wal')
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close()
  }

  #statementFor(table: Table): StatementSync {
    if (this.#inserting?.table === table) return this.#inserting.statement
    const names = table.columns.map((column) => column.name)
    const statement = this.#db.prepare(
      `insert into ${table.name} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    )
    // Without this setting, node:sqlite throws for a row id beyond 2^53, after it has written the row.
    statement.setReadBigInts(true)
    this.#inserting = { table, statement }
    return statement
  }
}
