/** Computes the weight of a text, for the limit of posts, and finds forbidden texts (spec/text.md#forbidden-text). */
import { EMOJI } from './emoji.ts'
import { codePointLength } from './index-units.ts'
import { isPrintableAscii, toNfc, trim } from './normalise.ts'
import { twitterText } from './twitter-text.ts'
import { extractUrls, MAX_SEARCHED_LENGTH } from './urls.ts'

/** Maximum weight of a post. */
export const MAX_POST_WEIGHT = 280

/** The rules for the length of a text on a given day (spec/retired-endpoints.md#fields-by-date). */
export interface LengthRules {
  readonly maxWeight: number
  /** If false, the length is the number of code points. */
  readonly isWeighted: boolean
  /** If false, the weight of an emoji is the sum of the weights of its code points. */
  readonly isEmojiCapped: boolean
  /** If true, the filled-in mentions of a reply are counted. */
  readonly countsFilledIn: boolean
  /** If true, the links to attached media and posts are counted. */
  readonly countsAttachments: boolean
}

const NEWEST_RULES: LengthRules = {
  ...{ maxWeight: MAX_POST_WEIGHT, isWeighted: true, isEmojiCapped: true },
  ...{ countsFilledIn: false, countsAttachments: false },
}

const RULES_OF_140: LengthRules = { ...NEWEST_RULES, maxWeight: 140, isWeighted: false, isEmojiCapped: false }

const EARLIER_RULES: readonly { readonly until: string; readonly rules: LengthRules }[] = [
  { until: '2016-09-19', rules: { ...RULES_OF_140, countsFilledIn: true, countsAttachments: true } },
  { until: '2017-03-30', rules: { ...RULES_OF_140, countsFilledIn: true } },
  { until: '2017-11-07', rules: RULES_OF_140 },
  { until: '2018-10-10', rules: { ...NEWEST_RULES, isEmojiCapped: false } },
]

/** @param day an ISO date; default: the newest rules */
export function lengthRulesOn(day?: string): LengthRules {
  if (day === undefined) return NEWEST_RULES
  return EARLIER_RULES.find(({ until }) => day < until)?.rules ?? NEWEST_RULES
}

/** The weight of a URL of any length. It equals the length of a short link. */
export const URL_WEIGHT = 23

const MAX_EMOJI_WEIGHT = 2
const DEFAULT_WEIGHT = 2

/**
 * Ranges of code points with the weight 1: the scripts up to Georgian, and the spaces, dashes and quotation marks of
 * Latin typography.
 */
const LIGHT: readonly (readonly [number, number])[] = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
]

/** The reason why a text is rejected. */
export type TextRefusal = 'empty' | 'too-long' | 'forbidden-character' | 'lone-surrogate'

/**
 * The weight of a text after its conversion to NFC: 1 or 2 for each code point, at most 2 for each emoji, and {@link
 * URL_WEIGHT} for each URL. The caller removes the parts that do not count: the mentions at the beginning of a reply,
 * and an attached link. Returns Infinity for texts longer than {@link MAX_SEARCHED_LENGTH} and for texts with too many
 * combining marks ({@link toNfc}).
 */
export function weigh(text: string, rules = NEWEST_RULES): number {
  const normal = text.length > MAX_SEARCHED_LENGTH ? undefined : toNfc(text)
  if (normal === undefined) return Number.POSITIVE_INFINITY
  const urls = extractUrls(normal)
  if (urls.length === 0) return weighPlain(normal, rules)
  const starts = [0, ...urls.map(({ end }) => end)]
  const ends = [...urls.map(({ start }) => start), normal.length]
  const between = starts.map((start, place) => weighPlain(normal.slice(start, ends[place]), rules))
  return urls.length * URL_WEIGHT + sum(between)
}

/**
 * The reason to reject a text; undefined for a valid text. A text that consists of white space is empty. Texts longer
 * than {@link MAX_SEARCHED_LENGTH} are too long.
 */
export function refusalOf(text: string, rules = NEWEST_RULES): TextRefusal | undefined {
  if (text.length > MAX_SEARCHED_LENGTH) return 'too-long'
  if (trim(text) === '') return 'empty'
  if (!text.isWellFormed()) return 'lone-surrogate'
  if (twitterText.hasInvalidCharacters(text)) return 'forbidden-character'
  return weigh(text, rules) > rules.maxWeight ? 'too-long' : undefined
}

/** The largest offset, in UTF-16 units, such that the code points before it weigh at most `weight`. */
export function offsetOfWeight(text: string, weight: number): number {
  let offset = 0
  let left = weight
  for (const character of text) {
    left -= weightOf(character.codePointAt(0) ?? 0)
    if (left < 0) break
    offset += character.length
  }
  return offset
}

/** The weight of a text without URLs. */
function weighPlain(text: string, { isWeighted, isEmojiCapped }: LengthRules): number {
  // A text of printable ASCII characters has no emoji.
  if (isPrintableAscii(text)) return text.length
  if (!isWeighted) return codePointLength(text)
  if (!isEmojiCapped) return weighCodePoints(text)
  const emoji = Array.from(text.matchAll(EMOJI), ([parts]) => weighCodePoints(parts))
  return weighCodePoints(text) - sum(emoji.map((weight) => Math.max(0, weight - MAX_EMOJI_WEIGHT)))
}

function weighCodePoints(text: string): number {
  let weight = 0
  for (const character of text) weight += weightOf(character.codePointAt(0) ?? 0)
  return weight
}

function weightOf(codePoint: number): number {
  return LIGHT.some(([first, last]) => first <= codePoint && codePoint <= last) ? 1 : DEFAULT_WEIGHT
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
