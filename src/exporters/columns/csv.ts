/** Writes tables as csv in the same way as twarc-csv (spec/exports.md#cells). */
import type { CellKind, Column } from './column.ts'
import { pythonJson } from './python-json.ts'

/** The header line, with a line feed. */
export function csvHead(columns: readonly Column[]): string {
  return `${columns.map(({ name }) => name).join(',')}\n`
}

type Members = Readonly<Record<string, unknown>>

/** Appends the cells of an object, separated by commas, to the parts of a text. */
export type CellWriter = (object: Members, parts: string[]) => void

/** The columns whose paths begin with the same name. Most objects have no values for most groups. */
interface Group {
  readonly member: string
  /** The text for an object without any value of the group: only commas. */
  readonly absent: string
  readonly write: (value: unknown, parts: string[]) => void
}

/** Compiles columns to a function; without compilation, each path would be parsed for each cell. */
export function cellWriter(columns: readonly Column[]): CellWriter {
  const groups = groupsOf(columns)
  return (object, parts) => {
    for (const [at, { member, absent, write }] of groups.entries()) {
      if (at > 0) parts.push(',')
      const value = object[member]
      if (value === undefined || value === null) {
        if (absent !== '') parts.push(absent)
      } else write(value, parts)
    }
  }
}

function groupsOf(columns: readonly Column[]): readonly Group[] {
  const groups: { readonly member: string; readonly columns: Column[] }[] = []
  for (const { name, kind } of columns) {
    const [member = '', ...rest] = name.split('.')
    if (groups.at(-1)?.member !== member) groups.push({ member, columns: [] })
    groups.at(-1)?.columns.push({ name: rest.join('.'), kind })
  }
  return groups.map(({ member, columns: inner }) => ({
    member,
    absent: ','.repeat(inner.length - 1),
    write: groupWriter(inner),
  }))
}

function groupWriter(columns: readonly Column[]): Group['write'] {
  const [only] = columns
  if (only?.name === '') return (value, parts) => parts.push(cellText(only.kind, value))
  const write = cellWriter(columns)
  const absent = ','.repeat(columns.length - 1)
  return (value, parts) => {
    if (typeof value === 'object') write(value as Members, parts)
    else parts.push(absent)
  }
}

const SPECIAL = /[",\r\n]/

/** The text of a cell that is not empty. */
export function cellText(kind: CellKind, cell: unknown): string {
  switch (kind) {
    case 'text': {
      const text = String(cell)
      return SPECIAL.test(text) ? quoted(oneLine(text)) : text
    }
    case 'list':
      return quoted(pythonJson(cell))
    case 'flag':
      return cell === true ? 'True' : 'False'
    default:
      return String(cell)
  }
}

/** Changes a text to one line. A line feed becomes a backslash and an `n`, and carriage returns are removed. */
export function oneLine(text: string): string {
  const clean = text.includes('\r') ? text.replaceAll('\r', '') : text
  return clean.includes('\n') ? clean.replaceAll('\n', '\\n') : clean
}

function quoted(text: string): string {
  if (text.includes('"')) return `"${text.replaceAll('"', '""')}"`
  return text.includes(',') ? `"${text}"` : text
}
