/** What all files of a personal archive have in common: each is a list, and what is wrong with an element is told of it. */
import { DigitsLost, type ReportFault } from '../../lib/repair.ts'
import { exactFieldsOf, type Fields, fieldsOf, idIn, Misfit } from '../json-fields.ts'
import { assignedValuesOf } from '../json-values.ts'
import type { ImportedFile, Line, LineOptions } from '../lines.ts'
import { LineRepairs } from '../repairs.ts'

/** What to do about a file that is something else. */
export const HINT = 'get the archive again'

/** What an element holds, or why it is refused. */
export function parsed<Item>(
  text: string,
  note: ReportFault,
  read: (fields: Fields, note: ReportFault) => Item,
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

/** The one field by which a reject file names an element, whose texts are private; empty when it has no such field. */
export function fieldShown(text: string, name: string): string {
  return new RegExp(`"${name}"\\s*:\\s*"?[\\d-]{1,64}`).exec(text)?.[0] ?? ''
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

/** The lines that are not held back. @param onHeld is called for each of the others */
export async function* sifted(
  batches: AsyncIterable<Line[]>,
  isHeld: (text: string) => boolean,
  onHeld: () => void,
): AsyncGenerator<Line[]> {
  for await (const lines of batches) {
    yield lines.filter(({ text }) => {
      const held = isHeld(text)
      if (held) onHeld()
      return !held
    })
  }
}

/** An id that an element cannot be without. @throws {Misfit} @throws {DigitsLost} */
export function requireId(fields: Fields, name: string): bigint {
  const id = idIn(fields, name)
  if (id === undefined) throw new Misfit(`there is no ${name}`)
  return id
}
