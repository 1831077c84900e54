/** Reads the ids of Circle posts from a file, for an archive that does not mark these posts. */

import { linesOf } from '../../files/lines.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { idOf } from '../ids.ts'

/** Maximum number of ids in a file. No user wrote more posts in the 18 months in which Circles existed. */
const MAX_IDS = 1_000_000

/**
 * Reads one id or permalink from each line, with or without quotes. Skips empty lines, `#` comments and a header such
 * as `id`.
 * @throws {FileUnreadable} for any other line, because the import would publish the post that the line means
 */
export async function circleIdsIn(file: string): Promise<ReadonlySet<bigint>> {
  const ids = new Set<bigint>()
  for await (const lines of linesOf(file)) {
    for (const { number, text } of lines) {
      const id = idIn(text, number, file)
      if (id === undefined) continue
      ids.add(id)
      if (ids.size > MAX_IDS) throw new FileUnreadable(`${file} has more than ${MAX_IDS} ids; split it`)
    }
  }
  if (ids.size === 0)
    throw new FileUnreadable(`${file} has no ids; give a file with the id of a Circle post in each line`)
  return ids
}

const PERMALINK = /^https?:\/\/\S+\/status(?:es)?\/(\d+)(?:[/?#]\S*)?$/

function idIn(line: string, number: number, file: string): bigint | undefined {
  const text = line
    .trim()
    .replace(/,$/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
  if (
    text === '' ||
    text.startsWith('#') ||
    (number === 1 && /^(?:tweet|post|status)?_?ids?(?:_str)?$/i.test(text))
  )
    return undefined
  const digits = PERMALINK.exec(text)?.[1] ?? text
  const id = /^\d{1,19}$/.test(digits) ? idOf(digits) : undefined
  if (id !== undefined) return id
  throw new FileUnreadable(
    `line ${number} of ${file} is not an id; give the id of a Circle post in each line, with all digits (a spreadsheet rounds them: export the column as text)`,
  )
}
