/** Reads the files of an archive that have one object: the account, the profile and the verified mark. */
import { assignedValuesOf } from '../../files/json-values.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { type Fields, fieldsOf, InvalidItem, objectIn } from '../json-fields.ts'
import type { ArchivePart } from './archive-part.ts'
import type { ArchiveTally } from './archive-tally.ts'

/** Receives the names of unreadable files. */
export type FaultTally = Pick<ArchiveTally, 'fault'>

/** The first object of a kind. @param tally receives the name of an unreadable file */
export async function firstOf(
  parts: readonly ArchivePart[],
  kind: 'account' | 'profile' | 'verified',
  tally: FaultTally,
): Promise<Fields | undefined> {
  const part = parts.find((other) => other.treatment === kind)
  if (part === undefined) return undefined
  let found: Fields | undefined
  try {
    for await (const [first] of assignedValuesOf(part)) {
      if (first === undefined || found !== undefined) continue
      if (first.isInvalidUtf8 === true)
        throw new FileUnreadable(`${part.name} is not in UTF-8; get the archive again`)
      found = innerFields(fieldsOf(first.text), kind)
    }
  } catch (error) {
    if (error instanceof FileUnreadable) tally.fault(part, error)
    else if (error instanceof InvalidItem)
      tally.fault(part, new FileUnreadable(`${part.name} is not readable: ${error.message}`))
    else throw error
  }
  return found
}

/** The object in the field of this name; the element itself if it lacks the field. @throws {InvalidItem} */
function innerFields(fields: Fields, name: string): Fields {
  return objectIn(fields, name) ?? fields
}
