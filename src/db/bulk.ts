/**
 * Statements over many rows, with one text for one row and for ten thousand.
 *
 * SQLite runs a statement of one row once for each: a statement of many rows must be able to undo itself alone, and
 * for that copies every page before it touches it, and `returning` makes a table at each run. PostgreSQL runs one
 * statement for all, its columns sent as arrays. (docs/performance.md)
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { InvariantBroken } from '../lib/assert.ts'
import type { BulkColumn, BulkQuery, BulkRow } from './bulk-query.ts'
import { type Buildable, type Builder, type Engine, query, type SqlValue } from './query.ts'
import type { Writer } from './store.ts'

/** Rows of one call: as arrays they are a few hundred KiB. */
const MAX_ROWS_PER_CALL = 10_000

const ARRAYS = { integer: sql`bigint[]`, text: sql`text[]`, shared: sql`bigint[]` } as const

/**
 * Declares a bulk statement.
 *
 * @param columns what a row holds, by name, in order
 * @param build the statement; `rows` stands for the rows and goes where a `select` would. `listed` is the condition that
 *   a row of the table is one of them, its columns called as theirs: SQLite would make a table of a list at each run,
 *   and takes five times as long to find a row by one. It takes no other values
 * @param key for a statement that leaves out some rows: a column of integers, different in every row
 * @param same what further columns hold in every row: it is not sent with each
 * @returns a function that runs it over any number of rows and gives those that changed something; without a `key`
 *   all of them. It has sent everything when it returns, so that on PostgreSQL a batch costs one round trip and a
 *   command may follow at once
 */
export function bulk<const Columns extends Readonly<Record<string, BulkColumn>>>(
  columns: Columns,
  build: (
    builder: Builder,
    rows: RawBuilder<never>,
    engine: Engine,
    listed: RawBuilder<SqlBool>,
  ) => Buildable<unknown>,
  key?: keyof Columns & string,
  same: readonly (number | string)[] = [],
): (writer: Writer, rows: readonly BulkRow[]) => Promise<readonly BulkRow[]> {
  const entries = Object.entries(columns)
  const constants = same.map((value) => sql.lit(value))
  const statement: BulkQuery = {
    query: query<Record<string, SqlValue>>()((builder, parameter, engine) => {
      if (engine === 'sqlite') {
        const values = [...entries.map(([name]) => parameter(name)), ...constants]
        const equal = entries.map(([name]) => sql`${sql.ref(name)} = ${parameter(name)}`)
        return build(builder, sql`values (${sql.join(values)})`, engine, sql`${sql.join(equal, sql` and `)}`)
      }
      const rows = rowsOf(entries, parameter, constants)
      const names = entries.map(([name]) => sql.ref(name))
      const changing = build(builder, rows, engine, sql`(${sql.join(names)}) in (${rows})`)
      // One row for all: the driver makes an object of each.
      return key === undefined
        ? changing
        : sql`with changed as (${changing as never} returning ${sql.ref(key)} as key)
            select count(*)::integer as changed, string_agg(key::text, ',') as keys from changed`
    }),
    columns: Object.values(columns),
    key: key === undefined ? undefined : entries.findIndex(([name]) => name === key),
  }
  return async (writer, rows) => {
    const pieces = piecesOf(rows).map((piece) => writer.each(statement, piece))
    return (await Promise.all(pieces)).flat()
  }
}

function piecesOf(rows: readonly BulkRow[]): readonly (readonly BulkRow[])[] {
  if (rows.length <= MAX_ROWS_PER_CALL) return rows.length === 0 ? [] : [rows]
  const pieces: (readonly BulkRow[])[] = []
  for (let from = 0; from < rows.length; from += MAX_ROWS_PER_CALL)
    pieces.push(rows.slice(from, from + MAX_ROWS_PER_CALL))
  return pieces
}

/** The names of columns, as they stand in a list of them. */
export function columnNames(columns: Readonly<Record<string, BulkColumn>>): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((name) => sql.ref(name)))
}

/** The rows on PostgreSQL. */
function rowsOf(
  entries: readonly (readonly [string, BulkColumn])[],
  parameter: (name: string) => RawBuilder<unknown>,
  constants: readonly RawBuilder<unknown>[],
): RawBuilder<never> {
  const isShared = entries.some(([, column]) => column === 'shared')
  const arrays = entries.map(([name, column]) => {
    const isListed = isShared && column !== 'shared'
    return sql`${parameter(name)}::text::${isListed ? ARRAYS.text : ARRAYS[column]}`
  })
  if (!isShared)
    return sql<never>`select ${sql.join([sql`*`, ...constants])} from unnest(${sql.join(arrays)})`
  const names = sql.join(entries.map(([name]) => sql.ref(name)))
  const columns = entries.map(([name, column]) =>
    column === 'shared' ? sql.ref(name) : sql`unnest(${sql.ref(name)}::bigint[])`,
  )
  return sql<never>`select ${sql.join([...columns, ...constants])} from unnest(${sql.join(arrays)}) as shared (${names})`
}

/** The text of a bulk statement. Its parameters are the columns, in their order, and nothing else. */
export function bulkText({ query, columns }: BulkQuery, engine: Engine): string {
  const { text, slots } = query.compiledFor(engine)
  if (slots.length !== columns.length) {
    throw new InvariantBroken(`a bulk statement takes other values than its rows: ${text}`)
  }
  return text
}
