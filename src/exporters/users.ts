/** `export users`: everybody as v1.1 user objects, one a line, as `import users` reads them. */
import { userObject } from '../api/1.1/_objects/user.ts'
import type { Store } from '../db/store.ts'
import { everyUser } from '../domain/accounts/every-user.ts'
import type { FullUser } from '../domain/accounts/find-users.ts'
import { writeExport } from './file.ts'

export interface ExportUsersOptions {
  /** Told how many users are written. */
  readonly onUsers?: (users: number) => void
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
  { onUsers, signal }: ExportUsersOptions = {},
): Promise<number> {
  let count = 0
  async function* text() {
    for await (const users of everyUser(store)) {
      yield users.map((user) => `${lineOf(user)}\n`).join('')
      count += users.length
      onUsers?.(count)
    }
  }
  await writeExport(file, text, signal)
  return count
}

function lineOf(user: FullUser): string {
  const object = userObject(user, { relation: null, includeEntities: true })
  return JSON.stringify(user.suspendedAt === null ? object : { ...object, suspended: true })
}
