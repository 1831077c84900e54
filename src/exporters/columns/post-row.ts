/** Rows of posts, as twarc-csv makes them of the objects of API v2 (spec/exports.md#cells). */
import type { WholePost } from '../../domain/posts/read/every-post.ts'
import { authorCells, authorText } from './author-cells.ts'
import type { Cell, CellKind, Column } from './column.ts'
import { cellText } from './csv.ts'
import { LEADING_COLUMNS, POST_COLUMNS, TRAILING_COLUMNS } from './post-columns.ts'
import { POST_VALUES, type RowFacts, rowFacts } from './post-values.ts'

/** Without the column `author.id`: it is `author_id`, and dots become underscores. */
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

/** The line of a post in a csv file, with its line feed. */
export function postCsvLine(whole: WholePost): string {
  const row = rowFacts(whole)
  return `${textOf(LEADING, row)}${authorText(whole.author)},${textOf(TRAILING, row).slice(0, -1)}\n`
}

/** The cells, each with a comma behind it. */
function textOf(columns: readonly ValuedColumn[], row: RowFacts): string {
  let text = ''
  for (const { kind, value } of columns) {
    const cell = value(row)
    text += cell === undefined || cell === null ? ',' : `${cellText(kind, cell)},`
  }
  return text
}
