/** `export users` writes users in a file format. */

import type { OnUnreadable } from '../db/read-intact.ts'
import type { Store } from '../db/store.ts'
import { everyUser } from '../domain/accounts/every-user.ts'
import type { FullUser } from '../domain/accounts/find-users.ts'
import { userObject } from '../formats/v1.1/user.ts'
import { csvHead } from './columns/csv.ts'
import { USER_COLUMNS, userCsvLine } from './columns/user-columns.ts'
import { type ExportTarget, type WriteOptions, writeExport } from './file.ts'
import { type ExportFormat, jsonLine, lines, type RowSink, rowFormat } from './rows.ts'
import { v2User } from './v2-included.ts'

export interface ExportUsersOptions extends WriteOptions {
  /** The default is `v1`. */
  readonly format?: UserFormat
  /** Called with the number of written users. */
  readonly onUsers?: (users: number) => void
  /**
   * Called for each unreadable user, who is skipped. Without this function, the first unreadable user ends the export.
   */
  readonly onUnreadable?: OnUnreadable | undefined
}

/**
 * Writes all users except deactivated users, in ascending order of ids (spec/exports.md#formats).
 * @returns the number of users
 * @throws {FileExists}
 */
export async function exportUsersFile(
  store: Store,
  target: ExportTarget,
  { format = 'v1', onUsers, onUnreadable, signal, isDryRun }: ExportUsersOptions = {},
): Promise<number> {
  let count = 0
  const pieces = () =>
    FORMATS[format](everyUser(store, onUnreadable), {
      nameOf: ({ id }) => `user ${id}`,
      onRows: (users) => {
        count = users
        onUsers?.(users)
      },
      onUnreadable,
    })
  await writeExport(target, pieces, { signal, isDryRun })
  return count
}

/** Number of users in a v2 page: the maximum of a user lookup. */
const PAGE_SIZE = 100

const FORMATS = {
  v1: rowFormat((users) => users.map((user) => jsonLine(v1User(user))), lines),
  v2: rowFormat((users) => users.map(v2User), pages),
  csv: rowFormat(
    (users) => users.map(userCsvLine),
    () => lines(csvHead(USER_COLUMNS)),
  ),
} as const satisfies Readonly<Record<string, ExportFormat<FullUser>>>

/** A format of users (spec/exports.md#formats). */
export type UserFormat = keyof typeof FORMATS

/** All formats. */
export const USER_FORMATS = Object.keys(FORMATS) as readonly UserFormat[]

function v1User(user: FullUser): object {
  const object = userObject(user, { relation: null, includeEntities: true })
  return user.suspendedAt === null ? object : { ...object, suspended: true }
}

/** Writes lines. Each line is a response of API v2 with up to {@link PAGE_SIZE} users. */
function pages(): RowSink<object> {
  return {
    begin: () => '',
    rows(users) {
      let text = ''
      for (let from = 0; from < users.length; from += PAGE_SIZE) {
        text += jsonLine({ data: users.slice(from, from + PAGE_SIZE) })
      }
      return text
    },
    end: () => '',
  }
}
