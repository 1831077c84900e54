/** What a bulk statement is to a writer; bulk.ts makes them. */
import type { Query, SqlValue } from './query.ts'

/** One row, the values in the order of the columns. */
export type BulkRow = readonly SqlValue[]

/**
 * What a column holds. `integer` is any of up to 64 bits, as number or as bigint. `shared` is one, never null, that many
 * rows in a row have alike, as those of a list do its owner: such columns come first, only integers follow them, and
 * PostgreSQL is sent them once for all rows that share them.
 */
export type BulkColumn = 'integer' | 'text' | 'shared'

/** A statement whose rows are its parameters, for {@link Writer.each}. */
export interface BulkQuery {
  readonly query: Query<Record<string, SqlValue>, unknown>
  readonly columns: readonly BulkColumn[]
  /** The column that tells the rows apart, if it matters which of them changed something. */
  readonly key: number | undefined
}
