/** Makes rows of posts, with the same cells that twarc-csv makes of objects of API v2 (spec/exports.md#cells). */
import type { WholePost } from '../../domain/posts/read/every-post.ts'
import { authorCells, authorText } from './author-cells.ts'
import type { Cell, CellKind, Column } from './column.ts'
import { cellText } from './csv.ts'
import { LEADING_COLUMNS, POST_COLUMNS, TRAILING_COLUMNS } from './post-columns.ts'
import { isPartAbsent, PARTS, type Part, POST_VALUES, type RowFacts, rowFacts } from './post-values.ts'

/**
 * The columns without `author.id`. Its values equal those of `author_id`, and both would get the name `author_id`,
 * because dots become underscores.
 */
export const PARQUET_COLUMNS: readonly Column[] = POST_COLUMNS.filter(({ name }) => name !== 'author.id')

const AUTHOR_ID = POST_COLUMNS.findIndex(({ name }) => name === 'author.id')

interface ValuedColumn {
  readonly kind: CellKind
  readonly value: (row: RowFacts) => Cell
}

const ALWAYS_EMPTY = () => undefined

const LEADING = LEADING_COLUMNS.map(valued)
const TRAILING = TRAILING_COLUMNS.map(valued)

function valued({ name, kind }: Column): ValuedColumn {
  return { kind, value: POST_VALUES[name] ?? ALWAYS_EMPTY }
}

/** The cells of a post, one for each of {@link PARQUET_COLUMNS}. */
export function parquetCells(whole: WholePost): readonly Cell[] {
  const row = rowFacts(whole)
  const cells = [...cellsOf(LEADING, row), ...authorCells(whole.author), ...cellsOf(TRAILING, row)]
  cells.splice(AUTHOR_ID, 1)
  return cells
}

function cellsOf(columns: readonly ValuedColumn[], row: RowFacts): readonly Cell[] {
  return columns.map(({ value }) => value(row))
}

/** Adjacent columns of the same part of a post. Most posts do not have most of these parts. */
interface ColumnGroup {
  /** Undefined for columns that belong to none of these parts. */
  readonly part: Part | undefined
  /** The cells of a post that lacks the part, each followed by a comma. */
  readonly absent: string
  readonly columns: readonly ValuedColumn[]
}

const LEADING_GROUPS = groupsOf(LEADING_COLUMNS)
const TRAILING_GROUPS = groupsOf(TRAILING_COLUMNS)

function groupsOf(columns: readonly Column[]): readonly ColumnGroup[] {
  const groups: { readonly part: Part | undefined; readonly columns: ValuedColumn[] }[] = []
  for (const column of columns) {
    const part = PARTS.find((name) => column.name.startsWith(`${name}.`))
    let group = groups.at(-1)
    if (group === undefined || group.part !== part) {
      group = { part, columns: [] }
      groups.push(group)
    }
    group.columns.push(valued(column))
  }
  return groups.map((group) => ({ ...group, absent: ','.repeat(group.columns.length) }))
}

/**
 * True for a text that csv cannot represent exactly (spec/exports.md#csv-losses). A backslash before an `n` is
 * ambiguous, because csv writes a line feed in this way. A carriage return is lost, because csv leaves it out.
 */
export function hasAmbiguousText({ post, original }: WholePost): boolean {
  const { text } = (original?.post ?? post).content
  return text.includes('\\n') || text.includes('\r')
}

/** The line of a post in a csv file, with a line feed. */
export function postCsvLine(whole: WholePost): string {
  const row = rowFacts(whole)
  return `${textOf(LEADING_GROUPS, row)}${authorText(whole.author)},${textOf(TRAILING_GROUPS, row).slice(0, -1)}\n`
}

/** The cells, each followed by a comma. */
function textOf(groups: readonly ColumnGroup[], row: RowFacts): string {
  let text = ''
  for (const { part, absent, columns } of groups) {
    if (part !== undefined && isPartAbsent(row, part)) text += absent
    else
      for (const { kind, value } of columns) {
        const cell = value(row)
        text += cell === undefined || cell === null ? ',' : `${cellText(kind, cell)},`
      }
  }
  return text
}
