/**
 * Statements over many rows. The text is the same for one row and for ten thousand. SQLite runs a one-row
 * statement once for each row. A multi-row statement would be slower, because SQLite copies every page before
 * a change so that it can undo the statement. With `returning`, SQLite would build a temporary table for each
 * run. PostgreSQL runs one statement for all rows, and columns are sent as arrays (docs/performance.md).
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { InvariantBroken } from '../lib/assert.ts'
import type { BulkColumn, BulkQuery, BulkRow } from './bulk-query.ts'
import { type Buildable, type Builder, type Engine, query, type SqlValue } from './query.ts'
import type { Writer } from './store.ts'

/** Maximum number of rows for each statement; as arrays they take a few hundred KiB. */
const MAX_ROWS_PER_CALL = 10_000

const ARRAYS = { integer: sql`bigint[]`, text: sql`text[]`, shared: sql`bigint[]` } as const

/**
 * Declares a bulk statement.
 *
 * @param columns the type of each column by the name of the column, in order
 * @param build a function that builds the statement; `rows` goes where a `select` would. `listed` is the
 *   condition that a row of the table is equal to one of the given rows in the columns with these names. On
 *   SQLite, `in` with a list would cost a temporary table for each run and five times the lookup time. The
 *   statement must not have other parameters
 * @param key an integer column whose value is different in each row, for a statement that skips some rows
 * @param same the constants that follow the columns in every row; the text contains these constants
 * @returns a function that runs the statement over any number of rows and returns the changed rows; without
 *   `key`, all rows. The function has sent all data when it returns its promise. So on PostgreSQL a batch costs one round trip,
 *   and another command may follow immediately
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
      // The result is one row, because the driver creates an object for each row.
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

/** Column names, separated by commas. */
export function columnNames(columns: Readonly<Record<string, BulkColumn>>): RawBuilder<unknown> {
  return sql.join(Object.keys(columns).map((name) => sql.ref(name)))
}

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

/** SQL text of a bulk statement. Its parameters are exactly the columns, in order. */
export function bulkText({ query, columns }: BulkQuery, engine: Engine): string {
  const { text, slots } = query.compiledFor(engine)
  if (slots.length !== columns.length) {
    throw new InvariantBroken(`a bulk statement takes other values than its rows: ${text}`)
  }
  return text
}
