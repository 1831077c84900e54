/** Finds the columns of a table that an import does not read, so that the report can name them. */
import { isKnownColumn } from '../forms/tables/columns.ts'
import type { ImportItem, TableRow } from '../items.ts'

/** Number of rows at the beginning of a table that are watched, because a watched row takes longer to read. */
const MAX_ROWS = 100
/** Maximum number of columns in a message. */
const MAX_NAMES = 20
/** Normalized name of the column that the reader of tables gives to the row names of R. */
const ROW_NAMES = 'rownames'

/** The columns of one table. */
export class UnreadColumns {
  readonly #read = new Set<string>()
  readonly #filled = new Set<string>()
  #rows = 0

  /** Reads the items of a row, and remembers which of its columns were read. */
  watch(row: TableRow, read: (row: TableRow) => readonly ImportItem[]): readonly ImportItem[] {
    if (this.#rows >= MAX_ROWS) return read(row)
    this.#rows += 1
    for (const [column, value] of Object.entries(row))
      if (column !== '' && column !== ROW_NAMES && value.trim() !== '') this.#filled.add(column)
    // New ids are computed from all cells (row-id.ts). This enumeration reads no column for its meaning.
    let enumerated = 0
    const items = read(
      new Proxy(row, {
        ownKeys: (cells) => {
          const columns = Reflect.ownKeys(cells)
          enumerated = columns.length
          return columns
        },
        get: (cells, column: string) => {
          if (enumerated > 0) enumerated -= 1
          else this.#read.add(column)
          return cells[column]
        },
      }),
    )
    // The columns of authors are only read when their users are read.
    for (const item of items)
      if (item.kind === 'posts') for (const { author } of item.bundle.posts) author.readUser?.()
    return items
  }

  /**
   * A message that names the columns that have values, that no row needed, and that have no known meaning; undefined
   * without such columns.
   */
  get message(): string | undefined {
    const unread = [...this.#filled].filter((column) => !this.#read.has(column) && !isKnownColumn(column))
    if (unread.length === 0) return undefined
    const more = unread.length - MAX_NAMES
    const names = unread.slice(0, MAX_NAMES).join(', ')
    return `columns that are not imported: ${names}${more > 0 ? ` and ${more} more` : ''}`
  }
}
