/**
 * Tables, columns and indexes of a database version. To derive the catalog, this file runs the migrations on an empty
 * in-memory database and reads its schema.
 */
import { DatabaseSync } from 'node:sqlite'
import { StoreRefused } from '../errors.ts'
import { MIGRATIONS } from '../migrate.ts'
import type { Migration } from '../migration.ts'
import { applyTo } from '../sqlite/migrator.ts'

export interface Column {
  readonly name: string
  /** One of the two types that both engines store in the same way; see the comment at the beginning of schema.ts. */
  readonly type: 'integer' | 'text'
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Column names, in order. */
  readonly primaryKey: readonly string[]
}

export interface Index {
  readonly name: string
  readonly table: string
  readonly isUnique: boolean
  /** True for an index with a condition. */
  readonly isPartial: boolean
  readonly columns: readonly string[]
}

export interface Catalog {
  readonly migrations: readonly Migration[]
  /** Tables of both engines. A table comes after the tables that it refers to. */
  readonly tables: readonly Table[]
  /** Indexes of both engines, without the indexes of primary keys. */
  readonly indexes: readonly Index[]
}

/** Catalogs by number of migrations. */
const catalogs = new Map<number, Catalog>()

/**
 * Catalog of a database with exactly these migrations. A process makes each catalog once.
 *
 * The catalog contains the schema that both engines share. A table that only one engine has contains derived
 * or short-lived data (rate windows, nonces) and is not backed up.
 *
 * @param applied migration names, in order
 * @throws {StoreRefused} when a migration is unknown, or an earlier migration is missing
 */
export function catalogOf(applied: readonly string[]): Catalog {
  const migrations = MIGRATIONS.slice(0, applied.length)
  const stranger = applied.find((name, index) => migrations[index]?.name !== name)
  if (stranger !== undefined) {
    throw new StoreRefused(
      `the data has the version ${stranger}, which this program does not know; use the Aviary that wrote it, or a newer one`,
    )
  }
  let catalog = catalogs.get(migrations.length)
  if (catalog === undefined) {
    catalog = read(migrations)
    catalogs.set(migrations.length, catalog)
  }
  return catalog
}

function read(migrations: readonly Migration[]): Catalog {
  const db = emptyDatabase(migrations.map(({ name, statements }) => ({ name, statements })))
  try {
    return { migrations, tables: tablesOf(db), indexes: indexesOf(db) }
  } finally {
    db.close()
  }
}

/** An in-memory SQLite database with these migrations, including the SQLite-only schema. */
export function emptyDatabase(migrations: readonly Migration[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  applyTo(db, migrations, 0)
  return db
}

interface TableRow {
  name: string
}

interface ColumnRow {
  name: string
  type: string
  pk: number
}

interface IndexRow {
  name: string
  table_name: string
  is_unique: number
  is_partial: number
  columns: string
}

/** Tables in creation order, without `migrations`, because backups do not contain this table. */
function tablesOf(db: DatabaseSync): Table[] {
  const tables = db
    .prepare(
      `select name from sqlite_schema
      where type = 'table' and name not like 'sqlite~_%' escape '~' and name <> 'migrations' order by rowid`,
    )
    .all() as unknown as TableRow[]
  return tables.map(({ name }) => {
    const rows = db
      .prepare('select name, lower(type) as type, pk from pragma_table_info(?) order by cid')
      .all(name) as unknown as ColumnRow[]
    return {
      name,
      columns: rows.map((row) => ({ name: row.name, type: typeOf(name, row) })),
      primaryKey: rows
        .filter((row) => row.pk > 0)
        .sort((a, b) => a.pk - b.pk)
        .map((row) => row.name),
    }
  })
}

function typeOf(table: string, { name, type }: ColumnRow): Column['type'] {
  if (type === 'integer' || type === 'text') return type
  throw new TypeError(`${table}.${name} is ${type}; columns of both engines are integer or text`)
}

function indexesOf(db: DatabaseSync): Index[] {
  const rows = db
    .prepare(
      `select s.name, s.tbl_name as table_name, l."unique" as is_unique, l.partial as is_partial,
        (select group_concat(name, ',' order by seqno) from pragma_index_info(s.name)) as columns
      from sqlite_schema s, pragma_index_list(s.tbl_name) l
      where s.type = 'index' and l.name = s.name and l.origin = 'c' order by s.rowid`,
    )
    .all() as unknown as IndexRow[]
  return rows.map((row) => ({
    name: row.name,
    table: row.table_name,
    isUnique: row.is_unique === 1,
    isPartial: row.is_partial === 1,
    columns: row.columns.split(','),
  }))
}
