/** Types of bulk statements; bulk.ts creates them. */
import type { Query, SqlValue } from './query.ts'

/** One row; values in column order. */
export type BulkRow = readonly SqlValue[]

/**
 * Type of a column. `integer`: up to 64 bits, as number or bigint. `shared`: an integer, never null, that is equal in
 * many consecutive rows, such as the owner of a list. Shared columns come first and only integers follow them;
 * PostgreSQL receives their value once for all rows that share it.
 */
export type BulkColumn = 'integer' | 'text' | 'shared'

/** A statement whose rows are its parameters; run by {@link Writer.each}. */
export interface BulkQuery {
  readonly query: Query<Record<string, SqlValue>, unknown>
  readonly columns: readonly BulkColumn[]
  /** Index of the column that identifies a row; undefined when the caller does not need the changed rows. */
  readonly key: number | undefined
}
