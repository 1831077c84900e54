/** Cells of the authors of posts. They are made once for each author, because an author has many posts. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { type Cell, cellReader } from './column.ts'
import { cellWriter } from './csv.ts'
import { AUTHOR_COLUMNS } from './post-columns.ts'
import { userRow } from './user-columns.ts'

const readCells = cellReader(AUTHOR_COLUMNS)
const writeCells = cellWriter(AUTHOR_COLUMNS)

const CELLS = new WeakMap<FullUser, readonly Cell[]>()
const TEXTS = new WeakMap<FullUser, string>()

/** The cells of an author, one for each of `AUTHOR_COLUMNS`. */
export function authorCells(author: FullUser): readonly Cell[] {
  const cached = CELLS.get(author)
  if (cached !== undefined) return cached
  const cells = readCells(userRow(author))
  CELLS.set(author, cells)
  return cells
}

/** The cells of {@link authorCells} as a text, separated by commas. */
export function authorText(author: FullUser): string {
  const cached = TEXTS.get(author)
  if (cached !== undefined) return cached
  const parts: string[] = []
  writeCells(userRow(author), parts)
  const text = parts.join('')
  TEXTS.set(author, text)
  return text
}
