/**
 * Truncates long texts for clients that accept only 140 characters: a post in compat mode, and the text of a repost in
 * any mode (spec/posts.md#retweet). Lengths are code points of the unescaped text, as in every recorded post.
 */
import { codePointLength, indexMap, type Span } from './index-units.ts'
import { trimEnd } from './normalise.ts'
import { MAX_POST_WEIGHT, offsetOfWeight, URL_WEIGHT } from './weigh.ts'

/** Maximum length that clients in compat mode accept, in code points. */
export const COMPAT_LENGTH = 140

const ELLIPSIS = '…'

/** The characters between a truncated text and its link. */
const ENDING = `${ELLIPSIS} `
const ENDING_WEIGHT = 3

/** Splits a text into grapheme clusters; the clusters do not depend on the locale. */
const GRAPHEMES = new Intl.Segmenter('und')

/** A truncated text. */
export interface CutText {
  readonly text: string
  /** Length of the part of the original text that was kept, in UTF-16 units. */
  readonly kept: number
}

/** A truncated post, with the span of the link to the whole post. */
export interface CompatText extends CutText {
  readonly link: Span
}

/**
 * The text of a post in compat mode. It is truncated to 140 characters, including `…`, a space and the link to the
 * post. Undefined when the text fits. The truncation never splits an entity or a grapheme cluster. It removes white
 * space at the end of the kept text.
 * @param entities all entities of the text, in any order
 * @param link a link of 23 characters
 */
export function compatText(text: string, entities: readonly Span[], link: string): CompatText | undefined {
  if (codePointLength(text) <= COMPAT_LENGTH) return undefined
  return linkedText(text, entities, link, cutAt(text, COMPAT_LENGTH - ENDING.length - codePointLength(link)))
}

/**
 * The short form of a long text. Its weight is at most 280, including `…`, a space and the link to the post. The
 * truncation follows the rules of {@link compatText}.
 * @param text a text with a weight above 280
 */
export function noteText(text: string, entities: readonly Span[], link: string): CompatText {
  const offset = offsetOfWeight(text, MAX_POST_WEIGHT - ENDING_WEIGHT - URL_WEIGHT)
  return linkedText(text, entities, link, clusterStart(text, offset))
}

/**
 * @param end offset at which the text is truncated. If the offset is inside an entity, the text is truncated at the
 * start of the entity
 */
function linkedText(text: string, entities: readonly Span[], link: string, end: number): CompatText {
  const before = trimEnd(text.slice(0, wholeEnd(entities, end)))
  const start = before.length + ENDING.length
  return {
    text: `${before}${ENDING}${link}`,
    kept: before.length,
    link: { start, end: start + link.length },
  }
}

/** The offset, or the start of the entity that a truncation at this offset would split. */
function wholeEnd(entities: readonly Span[], end: number): number {
  return Math.min(
    end,
    ...entities.filter((span) => span.start < end && end < span.end).map(({ start }) => start),
  )
}

/**
 * Rules for the truncation of reposts in three periods. Before 2017, white space before the ellipsis was not removed.
 */
export type RepostCut = 'as of 2012' | 'as of 2016' | 'as now'

/**
 * The rule for the truncation of a repost. The rules are derived from recorded reposts of three periods: September
 * 2012, 2014 to 2016, and 2017 and later.
 * @param postedAt milliseconds since the Unix epoch
 */
export function repostCutOf(postedAt: number): RepostCut {
  if (postedAt >= Date.UTC(2017, 0)) return 'as now'
  return postedAt >= Date.UTC(2013, 0) ? 'as of 2016' : 'as of 2012'
}

const ELLIPSES: Readonly<Record<RepostCut, string>> = {
  'as of 2012': ' ...',
  'as of 2016': ELLIPSIS,
  'as now': ELLIPSIS,
}

/**
 * The text of a repost: `RT @name: ` and the original, truncated to 140 characters including an ellipsis. The positions
 * of the original's entities move by `prefix` UTF-16 units. {@link remaining} returns the entities that are not
 * truncated.
 * @param postedAt time of the repost, in milliseconds since the Unix epoch
 */
export function repostText(
  screenName: string,
  original: string,
  postedAt: number,
): CutText & { readonly prefix: number } {
  const before = `RT @${screenName}: `
  const text = before + original
  const prefix = before.length
  if (codePointLength(text) <= COMPAT_LENGTH) return { text, kept: text.length, prefix }
  const how = repostCutOf(postedAt)
  const ellipsis = ELLIPSES[how]
  const cut = text.slice(0, cutAt(text, COMPAT_LENGTH - ellipsis.length))
  const left = how === 'as now' ? trimEnd(cut) : cut
  return { text: left + ellipsis, kept: left.length, prefix }
}

/**
 * A message for clients that accept only 140 characters. It is truncated to 140 characters, including `…`. Undefined
 * when the message fits. The truncation does not split an entity or a grapheme cluster.
 * @param entities all entities of the text, in any order
 */
export function messageText(text: string, entities: readonly Span[]): CutText | undefined {
  if (codePointLength(text) <= COMPAT_LENGTH) return undefined
  const kept = trimEnd(text.slice(0, wholeEnd(entities, cutAt(text, COMPAT_LENGTH - ELLIPSIS.length))))
  return { text: kept + ELLIPSIS, kept: kept.length }
}

/** The entities that are completely in the kept text. */
export function remaining<E extends Span>(entities: readonly E[], { kept }: CutText): E[] {
  return entities.filter(({ end }) => end <= kept)
}

/** The largest offset that splits no grapheme cluster and has at most `count` code points before it. */
function cutAt(text: string, count: number): number {
  return clusterStart(text, indexMap(text, 'code-point').toOffset(count))
}

/** The start of the grapheme cluster at an offset. */
function clusterStart(text: string, offset: number): number {
  return GRAPHEMES.segment(text).containing(offset)?.index ?? offset
}
