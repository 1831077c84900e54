/** Columns of rows as the texts of PostgreSQL's arrays, which the driver carries faster than as many parameters. */
import type { BulkColumn, BulkRow } from '../bulk-query.ts'
import type { SqlValue } from '../query.ts'

/** One text for each column, such as `{1,2,NULL}` or `{"a","b"}`. */
export function arraysOf(columns: readonly BulkColumn[], rows: readonly BulkRow[]): string[] {
  return columns.map((column, at) => {
    const element = column === 'integer' ? integer : text
    return `{${rows.map((row) => element(row[at])).join(',')}}`
  })
}

function integer(value: SqlValue | undefined): string {
  return value == null ? 'NULL' : String(value)
}

function text(value: SqlValue | undefined): string {
  return value == null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`
}
