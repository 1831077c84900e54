/**
 * Recognizes names with English rules of the npm package `compromise` (spec/v2-objects.md#annotations). The recognition
 * is off by default, because its results are guesses. The recognition takes about two milliseconds for each post, and
 * ten milliseconds for the worst text.
 */
import type { default as Nlp } from 'compromise'
import { requireOptionalPackage } from '../../../lib/package/optional-package.ts'
import { indexMap, spanIndices } from '../../../text/index-units.ts'
import type { EntityAnnotation } from '../content.ts'
import {
  type Annotate,
  type Annotations,
  MAX_NAMES,
  type VocabularyEntry,
  withoutAddresses,
} from './annotate.ts'

/** A name in a text, as a range of UTF-16 units; the end is exclusive. */
export interface Recognised {
  readonly start: number
  readonly end: number
  readonly type: VocabularyEntry['type']
  /** Greater than 0 and less than 1. */
  readonly probability: number
}

export type Recognise = (text: string) => readonly Recognised[]

/** A result of `compromise`. */
interface Finding {
  readonly offset: { readonly start: number; readonly length: number }
  readonly confidence?: number
}

/** Maximum probability of recognized names. Only listed names have a probability of 1. */
const MAX_PROBABILITY = 0.99

/** The part of a result without the white space and punctuation around it. */
const NAME = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su

/**
 * Maximum length of a text in which names are recognized, in UTF-16 units. Only stored texts with many combining marks
 * are longer.
 */
const MAX_TEXT_LENGTH = 1_000

/** Loads the library, which takes a quarter of a second. @throws {Error} when it is not installed */
export async function loadRecogniser(): Promise<Recognise> {
  requireOptionalPackage('compromise', 'the setting named_entities')
  const { default: nlp } = await import('compromise')
  return (text) => (text.length > MAX_TEXT_LENGTH ? [] : recognise(nlp, text))
}

function recognise(nlp: typeof Nlp, text: string): readonly Recognised[] {
  const found = nlp(text)
  const findings = (view: { json(options: object): unknown }) =>
    view.json({ offset: true, confidence: true }) as readonly Finding[]
  return [
    ...findings(found.people()).flatMap((finding) => trimmed(text, finding, 'Person')),
    ...findings(found.places()).flatMap((finding) => trimmed(text, finding, 'Place')),
    ...findings(found.organizations()).flatMap((finding) => trimmed(text, finding, 'Organization')),
  ]
}

function trimmed(text: string, { offset, confidence = 0 }: Finding, type: Recognised['type']): Recognised[] {
  const name = NAME.exec(text.slice(offset.start, offset.start + offset.length))
  if (name === null || confidence <= 0) return []
  const start = offset.start + name.index
  return [{ start, end: start + name[0].length, type, probability: Math.min(confidence, MAX_PROBABILITY) }]
}

/** Combines listed and recognized names. If two names overlap, the listed name is used. */
export function alsoRecognising(listed: Annotate, recognise: Recognise): Annotate {
  return (text) => {
    const found = listed(text)
    const annotations = [...(found.annotations ?? [])]
    const map = indexMap(text, 'escaped')
    for (const { start, end, type, probability } of recognise(withoutAddresses(text))) {
      const [first, after] = spanIndices(map, { start, end })
      const one = { start: first, end: after - 1, probability, type, normalized_text: text.slice(start, end) }
      if (annotations.length < MAX_NAMES && !annotations.some((other) => overlap(one, other)))
        annotations.push(one)
    }
    return annotations.length === (found.annotations?.length ?? 0) ? found : inOrder(found, annotations)
  }
}

function overlap(one: EntityAnnotation, other: EntityAnnotation): boolean {
  return one.start <= other.end && other.start <= one.end
}

function inOrder(found: Annotations, annotations: readonly EntityAnnotation[]): Annotations {
  return { ...found, annotations: annotations.toSorted((a, b) => a.start - b.start) }
}
