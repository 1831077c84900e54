/** `import users`: v1.1 user objects, one per line, also as a JSON array with one per line (spec/server.md#import). */
import { importUsers } from '../domain/accounts/import-users.ts'
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { MAX_LINE_BYTES } from '../files/lines.ts'
import { IGNORE_FAULTS, type ReportFault } from '../lib/repair.ts'
import { type ImportOptions, type ImportReport, importLines, type LineFormat } from './line-import.ts'
import { repairsOfNames } from './repairs.ts'
import { parseUser } from './user-object.ts'

/** {@link importLines} for users. The last line about a user takes precedence. */
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
  // An object may have 64 KiB, and a batch is in memory.
  batch: 1_000,
  refusesLate: true,
  parse: parseLine,
  async store(context, users, note) {
    await importUsers(context, users, (tx, plan) =>
      note(tx, { ...plan, repaired: repairsOfNames(plan.renamed) }),
    )
  },
}

const ONE_A_LINE = "write one object a line (jq -c '.[]' does)"

/** The user of a line, or the reason of rejection; undefined for an empty line and for a bracket of an array. */
export function parseLine(
  line: string,
  note: ReportFault = IGNORE_FAULTS,
): ImportedUser | string | undefined {
  if (Buffer.byteLength(line) >= MAX_LINE_BYTES) return `longer than ${MAX_LINE_BYTES} bytes; ${ONE_A_LINE}`
  const text = line.trim()
  if (text === '' || text === '[' || text === ']') return undefined
  const json = /^[[{]/.test(text) ? text.replace(/^\[/, '').replace(/[,\]]$/, '') : text
  const parsed = parseUser(json, note)
  return parsed === 'not JSON' && text.startsWith('[') ? `several objects in a line; ${ONE_A_LINE}` : parsed
}
