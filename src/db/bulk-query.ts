/** Types of bulk statements; bulk.ts creates them. */
import type { Query, SqlValue } from './query.ts'

/** One row; values in column order. */
export type BulkRow = readonly SqlValue[]

/**
 * Type of a column. An `integer` has up to 64 bits and is a number or a bigint. A `shared` column has integers, never
 * null, that are equal in many consecutive rows, such as the owner of a list. Shared columns come first, and only
 * integer columns may follow them. PostgreSQL receives a shared value once for all consecutive rows that have it.
 */
export type BulkColumn = 'integer' | 'text' | 'shared'

/** A statement whose rows are its parameters; run by {@link Writer.each}. */
export interface BulkQuery {
  readonly query: Query<Record<string, SqlValue>, unknown>
  readonly columns: readonly BulkColumn[]
  /** Index of the column that identifies a row; undefined when the caller does not need the changed rows. */
  readonly key: number | undefined
}
