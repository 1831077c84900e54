/** `export users`: everybody as v1.1 user objects, one a line, as `import users` reads them. */

import type { OnUnreadable } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import { everyUser } from '../domain/accounts/every-user.ts'
import type { FullUser } from '../domain/accounts/find-users.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { writeExport } from './file.ts'
import { soundLines } from './sound-lines.ts'

export interface ExportUsersOptions {
  /** Told how many users are written. */
  readonly onUsers?: (users: number) => void
  /** Told of users who are left out because they cannot be read; when left out, the first of them ends the export. */
  readonly onUnreadable?: OnUnreadable | undefined
  /** Gives up, leaving nothing behind. */
  readonly signal?: AbortSignal
}

/**
 * Writes the users who are not deactivated to `file`, in the order of ids, compressed when its name ends in `.gz`; how
 * many they were.
 * @throws {FileExists}
 */
export async function exportUsersFile(
  store: Store,
  file: string,
  { onUsers, onUnreadable, signal }: ExportUsersOptions = {},
): Promise<number> {
  let count = 0
  async function* text() {
    const make = (users: readonly FullUser[]) => users.map(objectOf)
    for await (const users of everyUser(store, onUnreadable)) {
      const lines = await soundLines(users, make, ({ id }) => `user ${id}`, onUnreadable)
      yield lines.text
      count += lines.count
      onUsers?.(count)
    }
  }
  await writeExport(file, text, signal)
  return count
}

function objectOf(user: FullUser): object {
  const object = userObject(user, { relation: null, includeEntities: true })
  return user.suspendedAt === null ? object : { ...object, suspended: true }
}
