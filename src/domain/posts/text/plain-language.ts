/**
 * The language of a text of plain Latin letters, by the lists of the npm package `eld` and exactly as that tells it, in less
 * than a tenth of the time (docs/decisions/0016-posts.md). `eld` adds up what every group of letters speaks for each language,
 * in objects whose keys are those groups; here a group is a number. Whatever is not plain is left to `eld` itself.
 */

/** What `eld` knows, as its files have it. */
export interface LanguageLists {
  /** Codes of languages by their numbers, which count from zero. */
  readonly languages: Readonly<Record<number, string>>
  /** How much a group of letters speaks for a language, above {@link LEAST}, by the number of that language. */
  readonly ngrams: Readonly<Record<string, Readonly<Record<number, number>>>>
  /** What texts of a language reach on average, by its code. */
  readonly averages: Readonly<Record<string, number>>
}

/** What was told of a text; the language is empty when nothing speaks for any. */
export interface PlainGuess {
  readonly language: string
  readonly isReliable: boolean
}

/** Left out of every number of the lists, so that they are small. */
const LEAST = 53

/** What a text reaches is `x / (x + SCALE)`. */
const SCALE = 25

/** A text that reaches this part of the average is told reliably, unless it has fewer groups. */
const RELIABLE = 0.75
const FEWEST_GROUPS = 3

/** Characters beyond which `eld` cuts a text or a word. */
const LONGEST_TEXT = 350
const LONGEST_WORD = 70

/** Characters of a group, and from one group to the next. */
const GROUP = 4
const STRIDE = 3

/** Characters as they stand in a group, five bits each: a to z are 1 to 26, and {@link SEPARATOR} never does. */
const SEPARATOR = 0
const APOSTROPHE = 27
const GRAVE = 28
/** The begin and the end of a word. */
const EDGE = 29
const BITS = 5

/** For the groups of one text: there are 175 at most, one for each two characters. */
const SLOT_BITS = 9
const SLOTS = 1 << SLOT_BITS

/** A language and what a group speaks for it, in one number. */
const SCORE_BITS = 9
const SCORE_MASK = (1 << SCORE_BITS) - 1

/** Where the languages of a group begin and how many they are, in one number. */
const COUNT_BITS = 6
const COUNT_MASK = (1 << COUNT_BITS) - 1

/** Gives undefined for a text that `eld` itself has to be asked of. */
export function plainDetector(lists: LanguageLists): (text: string) => PlainGuess | undefined {
  const codes = Object.values(lists.languages)
  const reliable = codes.map((code) => (lists.averages[code] ?? 1) * RELIABLE)
  const { spans, scores } = packed(lists.ngrams)
  const groups = new Groups()
  const sums = new Uint32Array(codes.length)

  return (text) => {
    if (text.length > LONGEST_TEXT || !readGroups(text, groups)) return undefined
    sums.fill(0)
    for (let index = 0; index < groups.count; index += 1) {
      const span = spans.get(groups.at(index)) ?? 0
      const begin = span >> COUNT_BITS
      const end = begin + (span & COUNT_MASK)
      for (let at = begin; at < end; at += 1) {
        const score = scores[at] ?? 0
        const language = score >> SCORE_BITS
        sums[language] = (sums[language] ?? 0) + (score & SCORE_MASK)
      }
    }
    const best = indexOfGreatest(sums)
    const average = (sums[best] ?? 0) / groups.count
    // It looks at the second best too, by its number in place of what that reaches: no text is near enough to one for that to count.
    const isReliable = groups.count >= FEWEST_GROUPS && average / (average + SCALE) >= (reliable[best] ?? 1)
    return { language: sums[best] === 0 ? '' : (codes[best] ?? ''), isReliable }
  }
}

/** The groups of plain letters of a list. */
function packed(ngrams: LanguageLists['ngrams']): {
  spans: ReadonlyMap<number, number>
  scores: Uint16Array
} {
  const spans = new Map<number, number>()
  const scores: number[] = []
  for (const [group, languages] of Object.entries(ngrams)) {
    if (!/^[a-z'` ]+$/.test(group)) continue
    const begin = scores.length
    for (const [language, score] of Object.entries(languages)) {
      scores.push((Number(language) << SCORE_BITS) | (score + LEAST))
    }
    let key = 0
    for (const character of group) key = (key << BITS) | (character === ' ' ? EDGE : codeOf(character))
    spans.set(key, (begin << COUNT_BITS) | (scores.length - begin))
  }
  return { spans, scores: Uint16Array.from(scores) }
}

function codeOf(character: string): number {
  return CODES[character.charCodeAt(0)] ?? SEPARATOR
}

const CODES = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z]/i.test(character)) return (code | 0x20) - 0x60
  return character === "'" ? APOSTROPHE : character === '`' ? GRAVE : SEPARATOR
})

/** Whether a character beyond ASCII separates words, as emoji and most punctuation do. The others may be letters. */
function separates(code: number): boolean {
  if (code >= 0xd800 && code < 0xe000) return true
  if (code >= 0x2000 && code < 0x2070) return code !== 0x2019
  return (code >= 0x2190 && code < 0x27c0) || code === 0xfe0f
}

/** The groups of a text, each once. */
class Groups {
  readonly #slots = new Uint32Array(SLOTS)
  readonly #found = new Uint32Array(SLOTS)
  #count = 0

  get count(): number {
    return this.#count
  }

  at(index: number): number {
    return this.#found[index] ?? 0
  }

  clear(): void {
    this.#slots.fill(0)
    this.#count = 0
  }

  add(group: number): void {
    // Fibonacci hashing: neighbours end up far from each other.
    let slot = Math.imul(group, 0x9e3779b1) >>> (32 - SLOT_BITS)
    for (;;) {
      const there = this.#slots[slot]
      if (there === group) return
      if (there === 0) break
      slot = (slot + 1) % SLOTS
    }
    this.#slots[slot] = group
    this.#found[this.#count] = group
    this.#count += 1
  }
}

/** One word, while it is read: they are read one at a time. */
const word = new Uint8Array(LONGEST_WORD)

/**
 * Reads the groups of a text.
 *
 *   don't 'stop'!  ─▶  " don" "n't "  " 'st" "'sto" …      quotes belong to the word when a letter follows, or nothing at all
 *
 * @returns whether it is plain and has no word that is too long; otherwise `groups` says nothing
 */
function readGroups(text: string, groups: Groups): boolean {
  groups.clear()
  let length = 0
  /** Quotes of which it is not known yet whether they belong to a word: the last characters of `word`. */
  let quotes = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index)
    const code = character < 0x80 ? (CODES[character] ?? SEPARATOR) : SEPARATOR
    if (character >= 0x80 && !separates(character)) return false
    if (code === SEPARATOR) {
      addWord(groups, length - quotes)
      length = 0
      quotes = 0
      continue
    }
    if (length === LONGEST_WORD) return false
    word[length] = code
    length += 1
    quotes = code >= APOSTROPHE ? quotes + 1 : 0
  }
  addWord(groups, length)
  return true
}

/** The first four letters, then four from every third on, and the last four: with the begin and the end of the word. */
function addWord(groups: Groups, length: number): void {
  if (length === 0) return
  let begin = 0
  for (; begin + GROUP < length; begin += STRIDE) {
    groups.add(groupOf(begin === 0 ? EDGE : 0, begin, begin + GROUP))
  }
  const last = Math.max(length - GROUP, 0)
  groups.add((groupOf(begin === 0 ? EDGE : 0, last, length) << BITS) | EDGE)
}

function groupOf(before: number, begin: number, end: number): number {
  let group = before
  for (let index = begin; index < end; index += 1) group = (group << BITS) | (word[index] ?? 0)
  return group
}

/** The first of equals. */
function indexOfGreatest(values: Uint32Array): number {
  let best = 0
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) > (values[best] ?? 0)) best = index
  }
  return best
}
