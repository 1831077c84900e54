/**
 * Computes the visible part of the text of a post. The visible part excludes the mentions at the beginning of a
 * reply, and attached links (spec/posts.md#display-text-range).
 */
import type { MentionEntity } from './entities.ts'
import type { Span } from './index-units.ts'
import { trimEnd } from './normalise.ts'

/** The parts of a post text that are hidden from readers. */
export interface Hidden {
  /**
   * True if a mention at the beginning of a reply names a user whom the reply answers; false for posts that are not
   * replies.
   */
  readonly isFilledIn?: (mention: MentionEntity) => boolean
  /** The link to attached media or to an attached post. The link is hidden when the text ends with the link. */
  readonly attached?: Span
}

/**
 * The visible range of a text. The mentions at the beginning are hidden, up to the first mention that is not filled in
 * or that repeats a name. The space after a hidden mention is also hidden. An attached link at the end is hidden, with
 * the white space before it.
 * @param mentions the mentions of `text`, in their order in the text
 */
export function displayRange(text: string, mentions: readonly MentionEntity[], hidden: Hidden = {}): Span {
  const start = headEnd(text, mentions, hidden.isFilledIn ?? (() => false))
  const { attached } = hidden
  const isLast = attached !== undefined && attached.end === text.length
  const end = isLast ? trimEnd(text.slice(0, attached.start)).length : text.length
  return { start, end: Math.max(start, end) }
}

function headEnd(
  text: string,
  mentions: readonly MentionEntity[],
  isFilledIn: (mention: MentionEntity) => boolean,
): number {
  const names = new Set<string>()
  let head = 0
  for (const mention of mentions) {
    const name = mention.screenName.toLowerCase()
    if (mention.start !== head || names.has(name) || !isFilledIn(mention)) break
    names.add(name)
    head = text.charAt(mention.end) === ' ' ? mention.end + 1 : mention.end
  }
  return head
}
