/** `export users`: all users as v1.1 user objects, one per line, in the format of `import users`. */

import type { OnUnreadable } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import { everyUser } from '../domain/accounts/every-user.ts'
import type { FullUser } from '../domain/accounts/find-users.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { writeExport } from './file.ts'
import { soundLines } from './sound-lines.ts'

export interface ExportUsersOptions {
  /** Called with the number of written users. */
  readonly onUsers?: (users: number) => void
  /** Called for unreadable users, who are skipped. Without it, the first one ends the export. */
  readonly onUnreadable?: OnUnreadable | undefined
  /** Aborts the export and removes the partial file. */
  readonly signal?: AbortSignal
}

/**
 * Writes all users except deactivated ones to `file`, in the order of ids, gzipped if its name ends in `.gz`. @returns their number
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
