/** Fields of profiles that v1.1 and v2 user objects have under the same name. */
import type { TSchema } from 'typebox'
import { PROFILE_FIELDS, type Profile } from '../profile.ts'
import type { ImportedField } from './field-kinds.ts'

type Fields = typeof PROFILE_FIELDS

type ImportedName = {
  [Name in keyof Fields]: Fields[Name] extends ImportedField<Profile[Name]> ? Name : never
}[keyof Fields]

const IMPORTED = Object.entries(PROFILE_FIELDS).flatMap(([name, field]) =>
  'imported' in field ? [{ name, member: field.imported.name, ...field }] : [],
)

/** Schemas of the members that {@link importedFields} reads, by name. */
export const IMPORTED_MEMBERS: Readonly<Record<string, TSchema>> = Object.fromEntries(
  IMPORTED.map(({ member, imported }) => [member, imported.schema]),
)

/**
 * The profile fields that the table declares as imported. @param members a user object, repaired with {@link
 * IMPORTED_MEMBERS}
 */
export function importedFields(members: Readonly<Record<string, unknown>>): Pick<Profile, ImportedName> {
  const fields: Record<string, unknown> = {}
  for (const { name, member, read } of IMPORTED) fields[name] = read(members[member])
  return fields as Pick<Profile, ImportedName>
}
