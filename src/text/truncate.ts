/**
 * Long texts for clients that know 140 characters (spec/posts.md#retweet): a post in compat mode, and the
 * text of a repost in any mode. Lengths are code points of the text before it is escaped, as in every recorded post.
 */
import { codePointLength, indexMap, type Span } from './index-units.ts'
import { trimEnd } from './normalise.ts'

/** What those clients know. */
export const COMPAT_LENGTH = 140

const ELLIPSIS = '…'

/** What people take for one character: no part of the world writes them differently. */
const GRAPHEMES = new Intl.Segmenter('und')

/** A text that was cut. */
export interface CutText {
  readonly text: string
  /** How much of the whole text is left, in UTF-16 units. */
  readonly kept: number
}

/** A post that was cut, with the place of the link to the whole. */
export interface CompatText extends CutText {
  readonly link: Span
}

/**
 * A post's text as compat mode shows it: cut to fit 140 with `…`, a space and the link to the post; undefined when it
 * fits as it is. Neither an entity nor a character of several code points is cut in two, and white space before the cut
 * goes.
 * @param entities all of the text, in any order
 * @param link a link of 23 characters
 */
export function compatText(text: string, entities: readonly Span[], link: string): CompatText | undefined {
  if (codePointLength(text) <= COMPAT_LENGTH) return undefined
  const end = cutAt(text, COMPAT_LENGTH - `${ELLIPSIS} `.length - codePointLength(link))
  const kept = Math.min(
    end,
    ...entities.filter((span) => span.start < end && end < span.end).map(({ start }) => start),
  )
  const before = trimEnd(text.slice(0, kept))
  const start = before.length + `${ELLIPSIS} `.length
  return {
    text: `${before}${ELLIPSIS} ${link}`,
    kept: before.length,
    link: { start, end: start + link.length },
  }
}

/** How reposts were cut when they were made; until 2017 white space before the cut stayed. */
export type RepostCut = 'as of 2012' | 'as of 2016' | 'as now'

/**
 * How the text of a repost is cut, by recorded ones: there are some of September 2012, of 2014 to 2016, and of 2017 and later.
 * @param postedAt in milliseconds since the Unix epoch
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
 * The text of a repost: `RT @name: ` and the original, cut to 140 with `…` when it is longer. An entity of the
 * original stands `prefix` UTF-16 units later; see {@link remaining} for those that are left.
 * @param postedAt of the repost, in milliseconds since the Unix epoch
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

/** The entities that are whole in what is left of a text. */
export function remaining<E extends Span>(entities: readonly E[], { kept }: CutText): E[] {
  return entities.filter(({ end }) => end <= kept)
}

/** The offset before which at most `count` code points stand, and no character of several is cut in two. */
function cutAt(text: string, count: number): number {
  const offset = indexMap(text, 'code-point').toOffset(count)
  return GRAPHEMES.segment(text).containing(offset)?.index ?? offset
}
