/**
 * Reads cells of tables of twarc-csv (spec/exports.md#cells). In columns of texts, only an empty cell means that there
 * is no value.
 */
import type { TableRow } from '../../items.ts'
import type { Fields } from '../../json-fields.ts'
import { isFields } from '../list-items.ts'
import { cellIn } from './columns.ts'

/** A text. twarc-csv writes a line feed as two characters. Words such as `None` are ordinary texts here. */
export function textCell(row: TableRow, column: string): string | undefined {
  const text = row[column] ?? ''
  return text === '' ? undefined : text.replaceAll('\\n', '\n')
}

/** A whole number. Another text stays unchanged, because the readers of objects repair it. */
export function countCell(row: TableRow, column: string): unknown {
  const text = cellIn(row, column)
  return text !== undefined && /^\d{1,15}(?:\.0)?$/.test(text) ? Number(text) : text
}

/** A boolean from `True` or `False`. Another text stays unchanged. */
export function flagCell(row: TableRow, column: string): unknown {
  const text = cellIn(row, column)
  if (text === undefined || !/^(?:true|false)$/i.test(text)) return text
  return text.toLowerCase() === 'true'
}

/** A list in JSON; undefined for another text. */
export function listCell(row: TableRow, column: string): readonly unknown[] | undefined {
  const text = cellIn(row, column)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    // A cell that is not JSON contains no list.
    return undefined
  }
}

/** The objects of a list. */
export function objectsCell(row: TableRow, column: string): readonly Fields[] {
  return (listCell(row, column) ?? []).filter(isFields)
}

export function numbersCell(row: TableRow, column: string): readonly number[] {
  return (listCell(row, column) ?? []).filter((entry) => typeof entry === 'number')
}

/** The texts of a list. */
export function textsCell(row: TableRow, column: string): readonly string[] {
  return (listCell(row, column) ?? []).filter((entry) => typeof entry === 'string')
}

/** The object without its undefined fields. */
export function membersOf(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
