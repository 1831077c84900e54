/** Makes array texts of PostgreSQL from columns. The driver sends them faster than single parameters. */
import { InvariantBroken } from '../../lib/assert.ts'
import type { BulkColumn, BulkRow } from '../bulk-query.ts'
import type { SqlValue } from '../query.ts'

/**
 * One array text per column, such as `{1,2,NULL}` or `{"a","b"}`. If there are shared columns, every array has one
 * element for each run of consecutive rows with the same shared values. An element of a shared column is the value, as
 * in `{1,2}`. An element of another column is a list with the values of the run, as in `{"{7,8}","{9}"}`.
 */
export function arraysOf(columns: readonly BulkColumn[], rows: readonly BulkRow[]): string[] {
  const shared = columns.lastIndexOf('shared') + 1
  if (shared > 0) return listsOf(columns, shared, rows)
  return columns.map((column, at) => {
    const element = column === 'text' ? text : integer
    let last: SqlValue | undefined
    let written = element(last)
    const elements = rows.map((row) => {
      const value = row[at]
      // The last written element is reused, because consecutive rows often have the same queue, author or time.
      if (value !== last) {
        last = value
        written = element(value)
      }
      return written
    })
    return `{${elements.join(',')}}`
  })
}

/** @param shared number of shared columns, which are the first columns */
function listsOf(columns: readonly BulkColumn[], shared: number, rows: readonly BulkRow[]): string[] {
  const lists = listsIn(rows, shared)
  return columns.map((column, at) => {
    if (column === 'text') throw new InvariantBroken('texts share no column')
    const elements = lists.map((list) =>
      at < shared ? integer(list[0]?.[at]) : `"{${list.map((row) => integer(row[at])).join(',')}}"`,
    )
    return `{${elements.join(',')}}`
  })
}

/** Runs of consecutive rows whose first `shared` columns are equal. */
function listsIn(rows: readonly BulkRow[], shared: number): readonly (readonly BulkRow[])[] {
  const lists: BulkRow[][] = []
  let last: BulkRow | undefined
  let list: BulkRow[] = []
  for (const row of rows) {
    if (last === undefined || !isAlike(row, last, shared)) {
      list = []
      lists.push(list)
    }
    list.push(row)
    last = row
  }
  return lists
}

function isAlike(one: BulkRow, other: BulkRow, columns: number): boolean {
  for (let at = 0; at < columns; at += 1) if (one[at] !== other[at]) return false
  return true
}

function integer(value: SqlValue | undefined): string {
  return value == null ? 'NULL' : String(value)
}

function text(value: SqlValue | undefined): string {
  if (value == null) return 'NULL'
  const given = String(value)
  // JSON.stringify is twice as fast, and its result is the same unless it contains escapes other than `\"` and `\\`.
  const written = JSON.stringify(given)
  return OTHER_ESCAPE.test(written) ? `"${given.replace(/["\\]/g, '\\$&')}"` : written
}

const OTHER_ESCAPE = /\\[^"\\]/
