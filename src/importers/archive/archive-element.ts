/** Common code for files of a personal archive. Each file is a list, and faults are reported per element. */

import { assignedValuesOf } from '../../files/json-values.ts'
import type { InnerFile, Line, LineOptions } from '../../files/lines.ts'
import { DigitsLost, type ReportFault } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { exactFieldsOf, type Fields, fieldsOf, InvalidItem } from '../json-fields.ts'
import { LineRepairs } from '../repairs.ts'

/** Advice for an invalid file. */
export const HINT = 'get the archive again'

/** The parsed element, or the reason of rejection. */
export function parsed<Item>(
  text: string,
  note: ReportFault,
  read: (fields: Fields, note: ReportFault) => Item,
): Item | string {
  try {
    try {
      const repairs = new LineRepairs()
      const item = read(fieldsOf(text), repairs.note)
      repairs.reportTo(note)
      return item
    } catch (error) {
      if (error instanceof DigitsLost) return read(exactFieldsOf(text), note)
      throw error
    }
  } catch (error) {
    if (error instanceof InvalidItem) return error.message
    throw error
  }
}

/** The field that identifies an element in a reject file, because its texts are private; empty without such a field. */
export function fieldShown(text: string, name: string): string {
  return new RegExp(`"${name}"\\s*:\\s*"?[\\d-]{1,64}`).exec(text)?.[0] ?? ''
}

/**
 * The elements of a list in reverse order, and numbered in that order: archives have the newest first, and edges and likes are
 * imported oldest first. They are in memory, because no list of one person is long.
 */
export async function* reversed(file: InnerFile, options: LineOptions): AsyncGenerator<Line[]> {
  const all: Line[] = []
  for await (const lines of assignedValuesOf(file, options)) all.push(...lines)
  yield all.reverse().map((line, index) => ({ ...line, number: index + 1 }))
}

/** The public lines. @param onHeld called for each held-back line */
export async function* withoutHeldBack(
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

/** A required id. @throws {InvalidItem} @throws {DigitsLost} */
export function requireId(fields: Fields, name: string): bigint {
  const id = idIn(fields, name)
  if (id === undefined) throw new InvalidItem(`there is no ${name}`)
  return id
}
