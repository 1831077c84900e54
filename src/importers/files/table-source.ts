/** Reads the rows of tables as posts, users, follows or ids (spec/data-files.md#tables). */
import type { Content } from '../../files/content.ts'
import { withWindows1252 } from '../../files/decode.ts'
import type { TableRecord } from '../../files/records.ts'
import type { Table } from '../../files/rows.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { TABLE_FORMS } from '../forms/index.ts'
import { hasColumn } from '../forms/tables/columns.ts'
import { hasPosts } from '../forms/tables/post-tables.ts'
import { isRowOfNumbers } from '../graph/edge-columns.ts'
import { edgesInTable, edgeTableOf, normalizedName } from '../graph/edge-rows.ts'
import type { GraphReading } from '../graph/edge-value.ts'
import { edgesInIdTable, NAMES_NO_USER } from '../graph/follow-list.ts'
import type { TableForm, TableOptions } from '../items.ts'
import type { FileValue } from './file-value.ts'

const FOLLOWS_NOT_WANTED =
  'it is a table of follows; nothing of it was imported: use "aviary import FILE", which imports every kind'

/**
 * The values in the rows of a table, in batches.
 * @throws {FileUnreadable} for tables that the import does not read
 */
export async function* rowsOf(
  { table, rows }: Content & { is: 'table' },
  graph: GraphReading,
  options: TableOptions,
): AsyncGenerator<readonly FileValue[]> {
  const form = graph.wants === 'follows' ? undefined : postOrUserFormOf(table, options)
  if (graph.list !== undefined && form === undefined) yield* edgesInIdTable(rows, graph.list, graph)
  else if (graph.wants === 'follows' && isColumnOfIds(table)) throw new FileUnreadable(NAMES_NO_USER)
  else {
    const edges = form === undefined ? edgeTableOf(table, graph.wants === 'follows') : undefined
    if (edges !== undefined && graph.wants === 'others') throw new FileUnreadable(FOLLOWS_NOT_WANTED)
    if (edges !== undefined) yield* edgesInTable(edges, rows, graph)
    else {
      const read = form ?? idReaderOf(table)
      for await (const records of rows) yield records.flatMap((record) => read(record))
    }
  }
}

/** True if each of the first lines is a single number. */
function isColumnOfIds({ first }: Table): boolean {
  return first.every(({ cells }) => cells.length === 1 && /^\s*\d{1,19}\s*$/.test(cells[0] ?? ''))
}

type ReadRow = (record: TableRecord) => readonly FileValue[]

/**
 * The reader of a table of posts or users. The header identifies the form; if there is no header, the first row
 * identifies it. Undefined for other tables.
 */
function postOrUserFormOf(table: Table, options: TableOptions): ReadRow | undefined {
  const [first, second] = table.first
  if (first === undefined) return () => []
  const isCommented = table.commentNames.length > 0
  const names = namesOf(table)
  const firstRow = (isCommented ? first : second)?.cells ?? []
  const named = TABLE_FORMS.find((form) => form.matches(names, firstRow, options))
  if (named !== undefined) return rowReader(table, named, names, !isCommented)
  const bare = TABLE_FORMS.find((form) => form.matches([], first.cells))
  if (bare === undefined) return undefined
  return rowReader(table, bare, bare.columns ?? first.cells.map((_, index) => String(index)), false)
}

function headerOf({ commentNames, first: [first] }: Table): readonly string[] {
  return commentNames.length > 0 ? commentNames : (first?.cells ?? [])
}

function namesOf(table: Table): readonly string[] {
  return headerOf(table).map(normalizedName)
}

const AUTHOR_MISSING =
  'it is a table of posts without a column of authors, and nothing of it was imported: name the author of all posts with --author ID'

const NUMBERS =
  'it is a table of numbers with more than four columns, and nothing of it was imported: a row of follows has two ids, and perhaps a weight and a time'

/** The reader of a list of ids. @throws {FileUnreadable} for other tables */
function idReaderOf(table: Table): ReadRow {
  const names = namesOf(table)
  if (isRowOfNumbers(table.first[0]?.cells ?? [])) throw new FileUnreadable(NUMBERS)
  if (hasPosts(names)) throw new FileUnreadable(AUTHOR_MISSING)
  if (isListOfIds(table, names)) return idReader(table)
  throw new FileUnreadable(
    table.separator === undefined
      ? 'its lines are neither JSON nor rows of a table; nothing of it was imported'
      : `it is a table without columns for posts, users or follows (its columns are ${shownName(headerOf(table).join(', ')).slice(0, 200)}); name its columns as in docs/spec/data-files.md`,
  )
}

function idReader({ commentNames, first: [first] }: Table): ReadRow {
  let isBeforeHeader = commentNames.length === 0 && first?.cells.some(isId) === false
  return ({ cells, line }) => {
    const isHeader = isBeforeHeader
    isBeforeHeader = false
    return isHeader ? [] : [{ is: 'id', line, text: cells.join('\t') }]
  }
}

/** @param hasHeader true if the first row contains column names */
function rowReader(table: Table, form: TableForm, columns: readonly string[], hasHeader: boolean): ReadRow {
  let isBeforeHeader = hasHeader
  const inEncoding = form.encoding === undefined ? (cell: string) => cell : withWindows1252
  return ({ cells: recorded, line, fault: broken }) => {
    const isHeader = isBeforeHeader
    isBeforeHeader = false
    const cells = recorded.map(inEncoding)
    if (isHeader || cells.every((cell) => cell.trim() === '')) return []
    const row: Record<string, string> = Object.create(null) as Record<string, string>
    for (const [index, cell] of cells.entries()) row[columns[index] ?? String(index)] ??= cell
    const text = cells.join('\t')
    // A row with too few or too many cells is rejected, because its values are in the wrong columns.
    const isShifted = !table.isNumeric && cells.length !== columns.length
    const shifted = isShifted ? `the row has ${cells.length} cells, the table ${columns.length}` : undefined
    const fault = broken ?? shifted
    return [{ is: 'row', line, form, row, text, ...(fault === undefined ? {} : { fault }) }]
  }
}

const ID = /^["'x]*\d{1,19}["',]*$/i
const MIN_ID_SHARE = 0.9

function isId(cell: string): boolean {
  return ID.test(cell.trim())
}

/** True for a list with one id on each line, and for a table with a column of ids and without texts. */
function isListOfIds({ first, separator }: Table, names: readonly string[]): boolean {
  if (separator !== undefined && hasColumn(names, 'text')) return false
  const ids = first.filter(({ cells: [cell = ''] }) => isId(cell))
  const isNamed = separator !== undefined && names.some((name) => /(?:^|[a-z])ids?(?:str)?$/.test(name))
  return isNamed || (first.length > 0 && ids.length >= first.length * MIN_ID_SHARE - 1 && ids.length > 0)
}
