/** `import users`: v1.1 user objects, one a line; also as a JSON array that has one a line (spec/server.md#import). */
import { importUsers } from '../domain/accounts/import-users.ts'
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { IGNORE_FAULTS, type ReportFault } from '../lib/repair.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'
import { LINE_LONGEST } from './lines.ts'
import { parseUser } from './user-object.ts'

/** As {@link importLines}, of users. What a later line tells of the same user counts. */
export function importUsersFile(
  context: Context,
  file: string,
  options: ImportOptions,
): Promise<ImportReport> {
  return importLines(context, USERS, file, options)
}

const USERS: LineFormat<ImportedUser> = {
  kind: 'users',
  noun: 'a user',
  hint: 'give a file with a v1.1 user object in each line',
  // An object may have 64 KiB, and a batch is held in memory.
  batch: 1_000,
  refusesLate: true,
  parse: parseLine,
  async store(context, users, note) {
    await importUsers(context, users, note)
  },
}

const ONE_A_LINE = "write one object a line (jq -c '.[]' does)"

/** The user of a line; why it is refused; undefined for a line that is empty, or only a bracket of an array. */
export function parseLine(
  line: string,
  note: ReportFault = IGNORE_FAULTS,
): ImportedUser | string | undefined {
  if (Buffer.byteLength(line) >= LINE_LONGEST) return `longer than ${LINE_LONGEST} bytes; ${ONE_A_LINE}`
  const text = line.trim()
  if (text === '' || text === '[' || text === ']') return undefined
  const json = /^[[{]/.test(text) ? text.replace(/^\[/, '').replace(/[,\]]$/, '') : text
  const parsed = parseUser(json, note)
  return parsed === 'not JSON' && text.startsWith('[') ? `several objects in a line; ${ONE_A_LINE}` : parsed
}
