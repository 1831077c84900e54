/** Grades the ids that a client has handled. The client writes these ids to a file, one per line. */
import type { GradedRow } from './attempt.ts'
import type { StreamRun } from './stream-judges.ts'

/**
 * For each post id, the time when the post was published or, for the compliance stream, deleted. The time is real
 * time in milliseconds.
 */
export type Published = ReadonlyMap<string, number>

const EXPECTED = 'handles a post once, also when the stream sends it twice'

/**
 * Grades how many ids the client handled twice.
 * @param text content of the file; undefined if there is no file. Only the digits of each line count
 */
export function gradeReceived(text: string | undefined, published: Published): GradedRow {
  const row = { name: 'duplicates', expected: EXPECTED }
  if (text === undefined) {
    return { ...row, grade: 'not-seen', seen: 'write handled ids into a file, and name it with --received' }
  }
  const known = idsIn(text).filter((id) => published.has(id))
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

/**
 * Grades whether a client of the compliance stream received all events; undefined for streams of posts.
 * @param text the content of the file, as in {@link gradeReceived}
 */
export function gradeMissed(
  text: string | undefined,
  published: Published,
  { connections, steps, kind }: Pick<StreamRun, 'connections' | 'steps' | 'kind'>,
): GradedRow | undefined {
  if (kind === 'posts') return undefined
  const row = { name: 'missed', expected: 'receives every deletion, also those during its absence' }
  const notSeen = (seen: string) => ({ ...row, grade: 'not-seen' as const, seen })
  if (text === undefined) return notSeen('write handled ids into a file, and name it with --received')
  if (!connections.some(({ asksToResume }) => asksToResume))
    return notSeen('the client did not ask for positions=true, resume_after or backfill_minutes')
  const last = connections.find(({ step }) => steps[step]?.trial === 'watch')
  if (last === undefined) return notSeen('the client did not come to the end of the script')
  const received = new Set(idsIn(text))
  const due = [...published].flatMap(([id, at]) => (at < last.at ? [id] : []))
  const missed = due.filter((id) => !received.has(id)).length
  if (missed === 0) return { ...row, grade: 'pass', seen: `all of ${due.length} deletions` }
  return {
    ...row,
    grade: 'fail',
    seen: `${missed} of ${due.length} deletions are missing`,
    change:
      'Ask for positions=true, store the last position whose messages are handled, and connect again with resume_after.',
  }
}

function idsIn(text: string): string[] {
  return text.split('\n').flatMap((line) => /\d{1,19}/.exec(line)?.[0] ?? [])
}
