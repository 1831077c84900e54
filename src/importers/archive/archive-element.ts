/**
 * Reads the elements of the files of a personal archive. Each file is a list, and faults are reported for each element.
 */

import { assignedValuesOf } from '../../files/json-values.ts'
import type { InnerFile, Line, LineOptions } from '../../files/lines.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { DigitsLost, type ReportFault } from '../../lib/repair.ts'
import { idIn } from '../id-fields.ts'
import { exactFieldsOf, type Fields, fieldsOf, InvalidItem } from '../json-fields.ts'
import { LineRepairs } from '../repairs.ts'
import type { ArchivePart } from './archive-part.ts'
import type { ArchiveTally } from './archive-tally.ts'

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

/**
 * The text that identifies an element in a reject file. It is one field only, because the texts of the element are
 * private. Empty if the field is missing.
 */
export function fieldShown(text: string, name: string): string {
  return new RegExp(`"${name}"\\s*:\\s*"?[\\d-]{1,64}`).exec(text)?.[0] ?? ''
}

/**
 * The elements of a list in reverse order, numbered in this order. Archives have the newest element first, but edges
 * and likes are imported oldest first. All elements are in memory, because no list of one person is long.
 * @throws {FileUnreadable} when the file cannot be read to its end, after the elements before the unreadable position
 *   were returned
 */
export async function* reversed(file: InnerFile, options: LineOptions): AsyncGenerator<Line[]> {
  const all: Line[] = []
  let fault: FileUnreadable | undefined
  try {
    for await (const lines of assignedValuesOf(file, options)) for (const line of lines) all.push(line)
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    fault = error
  }
  yield all.reverse().map((line, index) => ({ ...line, recorded: line.number, number: index + 1 }))
  if (fault !== undefined) throw fault
}

/**
 * Returns all elements of a file. If the file cannot be read to its end, returns the elements before the unreadable
 * position.
 * @param tally receives the name of a file that cannot be read to its end
 */
export async function* untilFault(
  part: ArchivePart,
  tally: Pick<ArchiveTally, 'fault'>,
  options: LineOptions = {},
): AsyncGenerator<Line[]> {
  try {
    yield* assignedValuesOf(part, options)
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    tally.fault(part, error)
  }
}

/** The lines that are not private. @param onHeld called for each line that is held back */
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

/**
 * A required id.
 * @throws {InvalidItem}
 * @throws {DigitsLost}
 */
export function requireId(fields: Fields, name: string): bigint {
  const id = idIn(fields, name)
  if (id === undefined) throw new InvalidItem(`there is no ${name}`)
  return id
}
