/** Grades the ids that a client has handled: it writes them to a file, one in a line. */
import type { GradedRow } from './attempt.ts'

const EXPECTED = 'handles a post once, also when the stream sends it twice'

/**
 * @param text the file, undefined without one; only the digits of a line count
 * @param published ids of the posts of the run
 */
export function gradeReceived(text: string | undefined, published: ReadonlySet<string>): GradedRow {
  const row = { name: 'duplicates', expected: EXPECTED }
  if (text === undefined) {
    return { ...row, grade: 'not-seen', seen: 'write handled ids into a file, and name it with --received' }
  }
  const ids = text.split('\n').flatMap((line) => /\d{1,19}/.exec(line)?.[0] ?? [])
  const known = ids.filter((id) => published.has(id))
  const repeated = known.length - new Set(known).size
  if (known.length === 0)
    return { ...row, grade: 'not-seen', seen: 'the file has no id of a post of this run' }
  if (repeated === 0) return { ...row, grade: 'pass', seen: `${known.length} posts, each once` }
  return {
    ...row,
    grade: 'fail',
    seen: `${repeated} of ${known.length} posts were handled again`,
    change: 'Remember the ids of the last minutes, and leave out a post whose id came before.',
  }
}
