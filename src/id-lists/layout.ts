/**
 * Recognises the layout of a text: one id on each line, or a table with a column of ids (spec/data-files.md#tables and
 * spec/id-lists.md#accepted-forms).
 */

import { isSkippedLine, RecordReader, type TableRecord } from '../files/records.ts'
import { hasKnownName, ID_NAMES, idColumnOf, LINK_NAMES, normalizedName } from './columns.ts'
import { type IdSubject, parseId, parseLink } from './parse-id.ts'

/** Thrown when the id column is ambiguous or missing. The message includes the remedy. */
export class ColumnUnclear extends Error {
  override readonly name = 'ColumnUnclear'
}

/** The text of a line, and its number from 1. */
export type NumberedLine = readonly [text: string, number: number]

export interface Layout {
  /** Separator of cells; undefined if each line has one id. */
  readonly separator: string | undefined
  /** Number of the header line; 0 if there is no header. */
  readonly headerLine: number
  /** Number of cells in most rows, usually including the header. */
  readonly width: number
  /** Index of the cell with the id, from 0. */
  readonly column: number
  /** Name of the column, or its number from 1 if a table has no header; undefined for a list without a header. */
  readonly name: string | undefined
  /** Indexes of cells with post URLs. */
  readonly links: readonly number[]
}

const LIST: Layout = { separator: undefined, headerLine: 0, width: 1, column: 0, name: undefined, links: [] }

const SEPARATORS = [',', '\t', ';', '|', ' ']
/** Minimum share of rows with an equal number of cells, and minimum share of ids among the cells of an id column. */
const MIN_ROW_SHARE = 0.9
/** The minimum share of rows if the header has a known name. The remaining rows are reported as invalid. */
const MIN_ROW_SHARE_WITH_HEADER = 0.5
/**
 * Maximum number of digits of counts and flags. In a table of posts, a column with such numbers is ignored if another
 * column has longer numbers.
 */
const MAX_SHORT_DIGITS = 7

/**
 * The layout of a text.
 * @param lines the first lines of the text
 * @param requested the column that the caller asks for, by its name or its number from 1
 * @throws {ColumnUnclear}
 */
export function layoutOf(
  lines: readonly NumberedLine[],
  subject: IdSubject,
  requested: string | undefined,
): Layout {
  const tables = SEPARATORS.flatMap((separator) => tableOf(lines, separator) ?? [])
  const table = tables.find(({ records }) => hasKnownName(records[0]?.cells ?? [])) ?? tables[0]
  if (table === undefined) return listLayout(lines, subject, requested)
  const { separator, records, width } = table
  const [first, ...others] = records
  const isHeader = first !== undefined && isHeaderOf(first, others)
  const names = isHeader ? first.cells.map((cell) => cell.trim()) : []
  const rows = isHeader ? others : records
  const column =
    requested === undefined ? columnOf(names, rows, width, subject) : requestedColumn(requested, names, width)
  return {
    separator,
    headerLine: isHeader ? first.line : 0,
    width,
    column,
    name: names[column] || String(column + 1),
    links:
      subject === 'users'
        ? []
        : names.flatMap((name, index) => (LINK_NAMES.includes(normalizedName(name)) ? [index] : [])),
  }
}

interface Table {
  readonly separator: string
  readonly records: readonly TableRecord[]
  readonly width: number
}

/** The first lines as a table, if most rows have an equal number of cells with this separator; otherwise undefined. */
function tableOf(lines: readonly NumberedLine[], separator: string): Table | undefined {
  const reader = new RecordReader(separator)
  const records = lines.flatMap(([text, number]) => reader.take(text, number))
  // A single line may be an incomplete record, and only `end` returns this record.
  const all = records.length > 0 ? records : reader.end()
  const widths = new Map<number, number>()
  for (const { cells } of all) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
  const [width = 1, rows = 0] = [...widths].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const isNamed = hasKnownName(all[0]?.cells ?? []) && all[0]?.cells.length === width
  if (width < 2 || rows < all.length * (isNamed ? MIN_ROW_SHARE_WITH_HEADER : MIN_ROW_SHARE)) return undefined
  // Sentences also contain blanks, so a blank counts as a separator only if rows begin with ids.
  if (separator === ' ' && all.filter(({ cells }) => isId(cells[0])).length < all.length * MIN_ROW_SHARE)
    return undefined
  return { separator, records: all, width }
}

function isHeaderOf(first: TableRecord, others: readonly TableRecord[]): boolean {
  if (first.cells.some(isId)) return false
  return hasKnownName(first.cells) || others.some(({ cells }) => cells.some(isId))
}

/** The layout of a text with one id in each line. The first line may be a header. @throws {ColumnUnclear} */
function listLayout(
  lines: readonly NumberedLine[],
  subject: IdSubject,
  requested: string | undefined,
): Layout {
  const [text = '', number = 0] = lines.find(([line]) => !isSkippedLine(line)) ?? []
  const name = text.trim().replace(/^["']|["']$/g, '')
  const isHeader = [...ID_NAMES.tweets, ...ID_NAMES.users].includes(normalizedName(name))
  if (isHeader && requested === undefined) requireNoIdsOfOtherSubject([name], subject)
  if (requested !== undefined && requested !== '1' && normalizedName(requested) !== normalizedName(name)) {
    throw new ColumnUnclear(`the file has no column ${JSON.stringify(requested)}; it has one column`)
  }
  return isHeader ? { ...LIST, headerLine: number, name } : LIST
}

/** @throws {ColumnUnclear} */
function requestedColumn(requested: string, names: readonly string[], width: number): number {
  const exact = names.indexOf(requested)
  const index =
    exact >= 0 ? exact : names.findIndex((name) => normalizedName(name) === normalizedName(requested))
  if (index >= 0) return index
  const number = /^[0-9]{1,5}$/.test(requested) ? Number(requested) : 0
  if (number >= 1 && number <= width) return number - 1
  const known =
    names.length > 0 ? `its columns are ${names.slice(0, 20).join(', ')}` : `it has ${width} columns`
  throw new ColumnUnclear(`the table has no column ${JSON.stringify(requested)}; ${known}`)
}

/** @throws {ColumnUnclear} */
function columnOf(
  names: readonly string[],
  rows: readonly TableRecord[],
  width: number,
  subject: IdSubject,
): number {
  const named = idColumnOf(names, subject)
  if (named >= 0) return named
  requireNoIdsOfOtherSubject(names, subject)
  const columns = Array.from({ length: width }, (_, index) => rows.map(({ cells }) => cells[index] ?? ''))
  const ids = columns.flatMap((cells, index) =>
    isOfIds(cells, subject) ? [{ index, digits: maxDigitCount(cells) }] : [],
  )
  const long = ids.filter(({ digits }) => digits > MAX_SHORT_DIGITS)
  const candidates = long.length > 0 && subject === 'tweets' ? long : ids
  if (candidates.length > 1) {
    const numbers = candidates.map(({ index }) => names[index] || index + 1).join(' and ')
    throw new ColumnUnclear(
      `the columns ${numbers} look like ids; choose one, or add a header such as ${subject === 'tweets' ? 'tweet_id' : 'user_id'}`,
    )
  }
  // If there is no candidate, every cell of the returned column is later reported as unreadable.
  return candidates[0]?.index ?? roundedColumn(columns)
}

/**
 * @throws {ColumnUnclear} when the columns contain ids of the other type (users in place of posts, or posts in place of
 *   users)
 */
function requireNoIdsOfOtherSubject(names: readonly string[], subject: IdSubject): void {
  const other = subject === 'tweets' ? 'users' : 'tweets'
  const index = idColumnOf(names, other)
  if (idColumnOf(names, subject) >= 0 || index < 0) return
  throw new ColumnUnclear(
    `the column ${JSON.stringify(names[index])} contains ids of ${other}; check them separately (type ${other}), or choose the column of ids of ${subject}`,
  )
}

/**
 * The first column with rounded numbers; its cells are then reported as rounded. If no column has rounded numbers, the
 * result is the first column.
 */
function roundedColumn(columns: readonly (readonly string[])[]): number {
  return Math.max(
    0,
    columns.findIndex((cells) =>
      cells.some((cell) => /^["']?[0-9][.,]?[0-9]*e[+-]?[0-9]+/i.test(cell.trim())),
    ),
  )
}

function isOfIds(cells: readonly string[], subject: IdSubject): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const ids = filled.filter((cell) => isId(cell) || parseLink(cell.trim(), subject) !== undefined)
  return ids.length > 0 && ids.length >= filled.length * MIN_ROW_SHARE && filled.length * 2 >= cells.length
}

function isId(cell: string | undefined): boolean {
  return cell !== undefined && parseId(cell, 'tweets').fault === undefined
}

function maxDigitCount(cells: readonly string[]): number {
  return Math.max(...cells.map((cell) => cell.replace(/[^0-9]/g, '').length))
}
