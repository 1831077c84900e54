/** Memory use of a user, for caches with a byte limit. */
import type { FullUser } from './find-users.ts'
import { PROFILE_FIELDS, type Profile } from './profile.ts'

/** Memory of a user without texts and links. */
const USER_BYTES = 700

const BYTES_PER_CHARACTER = 2

/** Upper bound of the memory that a user takes, in bytes. */
export function bytesOfUser({ name, screenName, profile }: FullUser): number {
  let bytes = USER_BYTES + BYTES_PER_CHARACTER * (name.length + screenName.length)
  for (const { key, bytesOf } of FIELDS_WITH_MEMORY) bytes += bytesOf(profile[key] as never)
  return bytes
}

const FIELDS_WITH_MEMORY = Object.entries(PROFILE_FIELDS).flatMap(([name, field]) =>
  'bytesOf' in field ? [{ key: name as keyof Profile, bytesOf: field.bytesOf }] : [],
)
