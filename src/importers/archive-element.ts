/** What all files of a personal archive have in common: each is a list, and what is wrong with an element is told of it. */
import { DigitsLost, type Note } from '../lib/repair.ts'
import { exactFieldsOf, type Fields, fieldsOf, Misfit } from './json-fields.ts'
import { assignedValuesOf } from './json-values.ts'
import type { ImportedFile, Line, LineOptions } from './lines.ts'
import { LineRepairs } from './repairs.ts'

/** What to do about a file that is something else. */
export const HINT = 'get the archive again'

/** What an element holds, or why it is refused. */
export function parsed<Item>(
  text: string,
  note: Note,
  read: (fields: Fields, note: Note) => Item,
): Item | string {
  try {
    try {
      const repairs = new LineRepairs()
      const item = read(fieldsOf(text), repairs.note)
      repairs.tell(note)
      return item
    } catch (error) {
      if (error instanceof DigitsLost) return read(exactFieldsOf(text), note)
      throw error
    }
  } catch (error) {
    if (error instanceof Misfit) return error.message
    throw error
  }
}

/**
 * The elements of a list, last first and numbered so: archives have the newest first, and what comes in the order of
 * time is imported oldest first. They are held in memory, as no list of one person is long.
 */
export async function* backwards(file: ImportedFile, options: LineOptions): AsyncGenerator<Line[]> {
  const all: Line[] = []
  for await (const lines of assignedValuesOf(file, options)) all.push(...lines)
  yield all.reverse().map((line, index) => ({ ...line, number: index + 1 }))
}
