/** Columns of rows as the texts of PostgreSQL's arrays, which the driver carries faster than as many parameters. */
import type { BulkColumn, BulkRow } from '../bulk-query.ts'
import type { SqlValue } from '../query.ts'

/** One text for each column, such as `{1,2,NULL}` or `{"a","b"}`. */
export function arraysOf(columns: readonly BulkColumn[], rows: readonly BulkRow[]): string[] {
  return columns.map((column, at) => {
    const element = column === 'integer' ? integer : text
    let last: SqlValue | undefined
    let written = element(last)
    const elements = rows.map((row) => {
      const value = row[at]
      // Many rows in a row are of one lane, one author, one moment.
      if (value !== last) {
        last = value
        written = element(value)
      }
      return written
    })
    return `{${elements.join(',')}}`
  })
}

function integer(value: SqlValue | undefined): string {
  return value == null ? 'NULL' : String(value)
}

function text(value: SqlValue | undefined): string {
  if (value == null) return 'NULL'
  const given = String(value)
  // Twice as fast, and the same where it writes nothing but `\"` and `\\` of its own.
  const written = JSON.stringify(given)
  return OTHER_ESCAPE.test(written) ? `"${given.replace(/["\\]/g, '\\$&')}"` : written
}

const OTHER_ESCAPE = /\\[^"\\]/
