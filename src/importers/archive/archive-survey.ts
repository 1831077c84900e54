/**
 * Before the import begins, reads the files of an archive that are not imported. The survey counts their elements, and
 * collects the ids of private posts, because other files contain these posts too.
 */

import { assignedValuesOf } from '../../files/json-values.ts'
import type { Line } from '../../files/lines.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { MAX_POST_LINE_BYTES } from '../posts/posts.ts'
import type { ElementCounts } from './archive-manifest.ts'
import type { ArchivePart } from './archive-part.ts'
import { elementOf, idsOf, postOf, versionsOf } from './archive-screen.ts'
import type { ArchiveTally } from './archive-tally.ts'

export interface Survey {
  /** Ids of posts that the archive marks as private. */
  readonly withheld: ReadonlySet<bigint>
  /** True if each input of the archive lists posts to a Circle. Archives from 2024 on have no such list. */
  readonly marksCircle: boolean
  /** Ids of the posts that the archive lists in `tweet-headers.js`. */
  readonly headers: ReadonlySet<bigint>
}

const CIRCLE = 'twitter-circle-tweet'

/**
 * @param tally counts elements that are held back or not kept, and receives the names of unreadable files
 * @param counts counts all elements
 * @param given ids of private posts that the operator gave; undefined if there is no such list
 * @throws {FileUnreadable} when the list of posts to a Circle is unreadable, because the import would publish these
 *   posts
 */
export async function surveyOf(
  parts: readonly ArchivePart[],
  tally: ArchiveTally,
  given: ReadonlySet<bigint> | undefined,
  counts: ElementCounts,
): Promise<Survey> {
  const withheld = new Set(given)
  const headers = new Set<bigint>()
  let marking = 0
  for (const part of parts) {
    const reader = readerOf(part, tally, headers)
    if (reader === undefined) continue
    const isCircle = part.kind === CIRCLE
    let count = 0
    try {
      for await (const lines of assignedValuesOf(part, { longest: MAX_POST_LINE_BYTES })) {
        for (const line of lines) {
          count += 1
          const ids = reader(line)
          for (const id of ids) withheld.add(id)
          if (isCircle && ids.length === 0 && given === undefined) throw unmarked(part, line.number)
        }
      }
    } catch (error) {
      if (!(error instanceof FileUnreadable) || (isCircle && given === undefined)) throw error
      tally.fault(part, error)
      // The report lists the file even if its elements could not be counted.
      if (count === 0) countFile(part, tally)
    }
    counts.add(part, count)
    if (isCircle && count > 0 && part.part === 0) marking += 1
  }
  // The list of Circle posts in one archive does not contain the Circle posts of another archive.
  const accounts = parts.filter(({ treatment, part }) => treatment === 'account' && part === 0).length
  const manifests = parts.filter(({ kind }) => kind === 'manifest').length
  return { withheld, headers, marksCircle: marking >= Math.max(1, accounts, manifests) }
}

/**
 * Counts a file without readable elements as one element. Files of post headers are not counted, because they repeat
 * other files.
 */
function countFile({ kind, treatment }: ArchivePart, tally: ArchiveTally): void {
  if (treatment === 'not-kept') tally.countNotKept(kind, 1)
  else if (treatment !== 'headers') tally.countHeldBack(kind, 1)
}

/**
 * Returns a function that counts a line and returns the ids of private posts in it; undefined for a file
 * that the survey does not read.
 */
function readerOf(
  { treatment, kind }: ArchivePart,
  tally: ArchiveTally,
  headers: Set<bigint>,
): ((line: Line) => readonly bigint[]) | undefined {
  switch (treatment) {
    case 'private-posts':
      return ({ text }) => {
        tally.countHeldBack(kind, 1)
        return privateIdsIn(text)
      }
    case 'private':
      return ({ text }) => {
        tally.countHeldBack(kind, 1)
        return unknownIdsIn(text)
      }
    case 'headers':
      return ({ text }) => {
        const post = postIn(text)
        for (const id of post === undefined ? [] : idsOf(post)) headers.add(id)
        return []
      }
    case 'articles':
      return ({ text }) => {
        if (isDraft(text)) tally.countHeldBack(`${kind} (drafts)`, 1)
        else tally.countNotKept(kind, 1)
        return []
      }
    case 'not-kept':
      return () => {
        tally.countNotKept(kind, 1)
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

function postIn(text: string) {
  const element = elementOf(text)
  return element && postOf(element)
}

/**
 * Ids of complete posts in a file of an unknown kind. Other elements are ignored, because they may only refer to public
 * posts.
 */
function unknownIdsIn(text: string): readonly bigint[] {
  const element = text.includes('"tweet"') ? elementOf(text) : undefined
  const post = element?.['tweet'] === undefined ? undefined : postOf(element)
  if (post?.['full_text'] === undefined && post?.['text'] === undefined) return []
  return [...idsOf(post), ...versionsOf(post)]
}

/** True for an article that was not published for everybody. An unknown state counts as a draft. */
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
    `element ${number} of ${part.name} has no readable id, so its post could not be held back; nothing was imported: get the archive again, or give the ids of Circle posts with --circle-ids`,
  )
}
