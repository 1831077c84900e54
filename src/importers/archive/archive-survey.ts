/**
 * Goes through the files of an archive that are not imported, before anything is: counts their elements, and collects
 * the ids of private posts, which other files hold as well.
 */

import { assignedValuesOf } from '../json-values.ts'
import { FileUnreadable, type Line } from '../lines.ts'
import { POST_LINE_LONGEST } from '../posts/posts.ts'
import { elementOf, idsOf, postOf, versionsOf } from './archive-screen.ts'
import type { ArchivePart } from './archive-source.ts'
import type { ArchiveTally } from './archive-tally.ts'

export interface Survey {
  /** Ids of posts that the archive marks as private. */
  readonly withheld: ReadonlySet<bigint>
  /** Whether the archive says which posts were for a Circle; archives since 2024 do not. */
  readonly marksCircle: boolean
  /** Files that could not be read to their end: sentences for the report. */
  readonly faults: readonly string[]
}

const CIRCLE = 'twitter-circle-tweet'

/**
 * @param tally is told what is held back and what is not kept
 * @param given ids that are private whatever the archive says; undefined when none were given
 * @throws {FileUnreadable} when it cannot be told which posts were for a Circle: all would be published
 */
export async function surveyOf(
  parts: readonly ArchivePart[],
  tally: ArchiveTally,
  given: ReadonlySet<bigint> | undefined,
): Promise<Survey> {
  const withheld = new Set(given)
  const faults: string[] = []
  let marksCircle = false
  for (const part of parts) {
    const reader = readerOf(part, tally)
    if (reader === undefined) continue
    const isCircle = part.kind === CIRCLE
    let count = 0
    try {
      for await (const lines of assignedValuesOf(part, { longest: POST_LINE_LONGEST })) {
        for (const line of lines) {
          count += 1
          const ids = reader(line)
          for (const id of ids) withheld.add(id)
          if (isCircle && ids.length === 0 && given === undefined) throw unmarked(part, line.number)
        }
      }
    } catch (error) {
      if (!(error instanceof FileUnreadable) || (isCircle && given === undefined)) throw error
      faults.push(error.message)
      // The file is named, even if nothing of it could be counted.
      if (count === 0) tally.holdBack(part.kind, 1)
    }
    if (isCircle && count > 0) marksCircle = true
  }
  return { withheld, marksCircle, faults }
}

/** What a line tells of private posts, counted; undefined for files that are imported, or not even named. */
function readerOf(
  { treatment, kind }: ArchivePart,
  tally: ArchiveTally,
): ((line: Line) => readonly bigint[]) | undefined {
  switch (treatment) {
    case 'private-posts':
      return ({ text }) => {
        tally.holdBack(kind, 1)
        return privateIdsIn(text)
      }
    case 'private':
      return ({ text }) => {
        tally.holdBack(kind, 1)
        return unknownIdsIn(text)
      }
    case 'articles':
      return ({ text }) => {
        if (isDraft(text)) tally.holdBack(`${kind} (drafts)`, 1)
        else tally.leaveOut(kind, 1)
        return []
      }
    case 'not-kept':
      return () => {
        tally.leaveOut(kind, 1)
        return []
      }
    default:
      return undefined
  }
}

function privateIdsIn(text: string): readonly bigint[] {
  const element = elementOf(text)
  if (element === undefined) return []
  const inner = Object.values(element)
  const [only] = inner
  const post =
    postOf(element) ?? (inner.length === 1 && typeof only === 'object' ? (only as typeof element) : element)
  return [...idsOf(post), ...versionsOf(post)]
}

/** Of a kind that nobody knows only whole posts count: other elements may well name public posts. */
function unknownIdsIn(text: string): readonly bigint[] {
  const element = text.includes('"tweet"') ? elementOf(text) : undefined
  const post = element?.['tweet'] === undefined ? undefined : postOf(element)
  if (post?.['full_text'] === undefined && post?.['text'] === undefined) return []
  return [...idsOf(post), ...versionsOf(post)]
}

/** Articles that were never published, or not for everybody. Only the words for this are known for sure. */
function isDraft(text: string): boolean {
  const element = elementOf(text)
  if (element === undefined) return true
  const [inner] = Object.values(element)
  const article = typeof inner === 'object' && inner !== null ? (inner as typeof element) : element
  const { lifecycleState = 'Published', visibility = 'Public' } = article
  return !(isWord(lifecycleState, /^published$/i) && isWord(visibility, /^public$/i))
}

function isWord(value: unknown, word: RegExp): boolean {
  return typeof value === 'string' && word.test(value)
}

function unmarked(part: ArchivePart, number: number): FileUnreadable {
  return new FileUnreadable(
    `element ${number} of ${part.name} has no id that can be read, so its post cannot be left out of the public ones; nothing was imported: get the archive again, or give the ids of Circle posts with --circle-ids`,
  )
}
