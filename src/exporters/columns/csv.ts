/** Tables as csv, as twarc-csv writes it (spec/exports.md#cells). */
import type { Cell, CellKind, Column } from './column.ts'
import { pythonJson } from './python-json.ts'

/** The header, with its line feed. */
export function csvHead(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(',')}\n`
}

/** The text of cells between commas. @param columns one for each cell */
export function csvCells(columns: readonly Column[], cells: readonly Cell[]): string {
  let text = ''
  for (let at = 0; at < cells.length; at += 1) {
    const column = columns[at]
    const cell = cells[at]
    if (at > 0) text += ','
    if (column !== undefined && cell !== undefined && cell !== null) text += TEXT_OF[column.kind](cell)
  }
  return text
}

const TEXT_OF: Readonly<Record<CellKind, (cell: unknown) => string>> = {
  id: (cell) => String(cell),
  count: (cell) => String(cell),
  time: (cell) => String(cell),
  flag: (cell) => (cell === true ? 'True' : 'False'),
  text: (cell) => quoted(oneLine(String(cell))),
  list: (cell) => quoted(pythonJson(cell)),
}

/** Line feeds as `\\n`, without carriage returns. */
export function oneLine(text: string): string {
  const clean = text.includes('\r') ? text.replaceAll('\r', '') : text
  return clean.includes('\n') ? clean.replaceAll('\n', '\\n') : clean
}

function quoted(text: string): string {
  if (text.includes('"')) return `"${text.replaceAll('"', '""')}"`
  return text.includes(',') ? `"${text}"` : text
}
