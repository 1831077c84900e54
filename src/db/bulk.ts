/**
 * Statements over many rows. A batch is cut into pieces of a few fixed sizes, so that each size is compiled
 * and prepared once instead of once per batch length.
 */
import type { RawBuilder } from 'kysely'
import { type Buildable, type Builder, type Engine, type Query, query, type SqlValue } from './query.ts'
import type { Writer } from './store.ts'

/** Rows per statement, largest first. 512 rows of up to 60 columns stay below both engines' parameter bounds. */
const SIZES = [512, 64, 8, 2, 1] as const

/** One row of a bulk statement, the values in the order of its columns. */
export type BulkRow = readonly SqlValue[]

/** A parameter fits any column: its type is checked where the rows are made, by the callers' own types. */
type ValuesOf<Columns extends readonly string[]> = Record<Columns[number], RawBuilder<never>>

/**
 * Declares a bulk statement.
 *
 * @param columns the names of a row's values, in order
 * @param build the statement for so many rows; each is an object of parameter expressions by column
 * @returns a function that runs it over any number of rows and gives what the statement returned. It has sent
 *   everything when it returns, so that on PostgreSQL a batch costs one round trip and a command may follow at once
 */
export function bulk<const Columns extends readonly string[], Returned = unknown>(
  columns: Columns,
  build: (builder: Builder, rows: ValuesOf<Columns>[], engine: Engine) => Buildable<Returned>,
): (writer: Writer, rows: readonly BulkRow[]) => Promise<Returned[]> {
  const queries = new Map<number, Query<readonly SqlValue[], Returned>>(
    SIZES.map((size) => [size, ofSize(columns, size, build)]),
  )
  return async (writer, rows) => {
    const pieces: Promise<Returned[]>[] = []
    let from = 0
    for (const [size, piece] of queries) {
      for (; rows.length - from >= size; from += size) {
        pieces.push(writer.rows(piece, rows.slice(from, from + size).flat()))
      }
    }
    return (await Promise.all(pieces)).flat()
  }
}

function ofSize<Columns extends readonly string[], Returned>(
  columns: Columns,
  size: number,
  build: (builder: Builder, rows: ValuesOf<Columns>[], engine: Engine) => Buildable<Returned>,
): Query<readonly SqlValue[], Returned> {
  return query<Record<string, SqlValue>>()((builder, parameter, engine) => {
    const rows = Array.from({ length: size }, (_, row) =>
      Object.fromEntries(columns.map((name, at) => [name, parameter(String(row * columns.length + at))])),
    )
    return build(builder, rows as unknown as ValuesOf<Columns>[], engine)
  }) as unknown as Query<readonly SqlValue[], Returned>
}
