/**
 * Annotates texts with a list of names (spec/v2-objects.md#annotations). Each occurrence of a listed name is
 * annotated, whatever its letter case. The recognition of unlisted names (named-entities.ts) also implements
 * {@link Annotate}.
 */
import { indexMap, spanIndices } from '../../../text/index-units.ts'
import type { ContextAnnotation, EntityAnnotation } from '../content.ts'

export interface Annotations {
  /** Omitted when there are no annotations. */
  readonly annotations?: readonly EntityAnnotation[]
  readonly context_annotations?: readonly ContextAnnotation[]
}

/** Finds annotations of a stored text. The returned indices refer to the escaped text. */
export type Annotate = (text: string) => Annotations

/** All types of annotations (spec/v2-objects.md#annotations). */
export const ANNOTATION_TYPES = ['Person', 'Place', 'Product', 'Organization', 'Other'] as const

/** A thing or person whose name may occur in texts. */
export interface VocabularyEntry {
  /** The name in responses. */
  readonly name: string
  /** Other spellings of the name. */
  readonly aliases?: readonly string[]
  readonly type: (typeof ANNOTATION_TYPES)[number]
  /** Context annotations for posts that contain the name. */
  readonly contexts?: readonly ContextAnnotation[]
}

/** Matches a word. A name is a sequence of words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu

/** URLs and screen names. No other name is recognized inside them. */
const NOT_NAMES = /https?:\/\/\S+|[@＠][A-Za-z0-9_]+/g

/** Maximum number of annotated names in a post, so that annotations take no more space than the text. */
export const MAX_NAMES = 20

/**
 * Makes an annotator from a vocabulary. If several names begin at a word, the longest one is annotated. Later entries
 * override earlier entries.
 */
export function annotator(vocabulary: readonly VocabularyEntry[]): Annotate {
  const entries = new Map<string, VocabularyEntry>()
  const longest = new Map<string, number>()
  for (const entry of vocabulary) {
    for (const name of [entry.name, ...(entry.aliases ?? [])]) {
      const words = wordsOf(name.normalize('NFC'))
      const [first] = words
      if (first === undefined) continue
      entries.set(keyOf(words), entry)
      longest.set(first.key, Math.max(longest.get(first.key) ?? 0, words.length))
    }
  }
  return (text) => annotationsOf(text, findNames(text, { entries, longest }))
}

interface Word {
  readonly key: string
  readonly start: number
  readonly end: number
}

interface Name {
  readonly entry: VocabularyEntry
  readonly start: number
  readonly end: number
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    key: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))
}

function keyOf(words: readonly Word[]): string {
  return words.map(({ key }) => key).join(' ')
}

/** The names of a vocabulary, in the form in which texts are searched for them. */
interface Names {
  /** The entries by the words of their names. */
  readonly entries: ReadonlyMap<string, VocabularyEntry>
  /**
   * For each first word of a name, the number of words of the longest name that begins with this word. Most
   * words in a text begin no name.
   */
  readonly longest: ReadonlyMap<string, number>
}

function findNames(text: string, { entries, longest }: Names): Name[] {
  const words = wordsOf(withoutAddresses(text))
  const names: Name[] = []
  for (let at = 0; at < words.length && names.length < MAX_NAMES; at++) {
    const max = longest.get(words[at]?.key ?? '')
    const name = max === undefined ? undefined : nameAt(words.slice(at, at + max), entries)
    if (name === undefined) continue
    names.push(name.found)
    at += name.words - 1
  }
  return names
}

/** The text with spaces instead of URLs and screen names, so that positions do not change. */
export function withoutAddresses(text: string): string {
  return text.replace(NOT_NAMES, (found) => ' '.repeat(found.length))
}

/** The longest name at the beginning of these words. */
function nameAt(words: readonly Word[], entries: ReadonlyMap<string, VocabularyEntry>) {
  for (let count = words.length; count > 0; count--) {
    const some = words.slice(0, count)
    const entry = entries.get(keyOf(some))
    const [first, last] = [some[0], some[count - 1]]
    if (entry !== undefined && first !== undefined && last !== undefined) {
      return { found: { entry, start: first.start, end: last.end }, words: count }
    }
  }
  return undefined
}

function annotationsOf(text: string, names: readonly Name[]): Annotations {
  if (names.length === 0) return {}
  const map = indexMap(text, 'escaped')
  const annotations = names.map(({ entry, start, end }): EntityAnnotation => {
    const [first, after] = spanIndices(map, { start, end })
    // The end of an annotation is the index of its last code point.
    return { start: first, end: after - 1, probability: 1, type: entry.type, normalized_text: entry.name }
  })
  const contexts = new Map<string, ContextAnnotation>()
  for (const { entry } of names) {
    for (const context of entry.contexts ?? [])
      contexts.set(`${context.domain.id} ${context.entity.id}`, context)
  }
  return { annotations, ...(contexts.size === 0 ? {} : { context_annotations: [...contexts.values()] }) }
}
