/** Reads the objects of an input by their forms. This code does not use the database, so a thread can run it. */
import type { FallbackEncoding } from '../../files/decode.ts'
import { academicFormOf } from '../forms/academic.ts'
import type { GraphOptions } from '../graph/edge-value.ts'
import type { StoredKind, TableOptions } from '../items.ts'
import type { ReadObject } from './file-value.ts'
import type { ImportInput } from './inputs.ts'
import { ObjectReader } from './object-reader.ts'
import { RoundedIds } from './rounded-ids.ts'
import { MAX_STRANGE, NOTHING_STORED, type StoredPart, TextLimits } from './text-limits.ts'
import type { TextPlace } from './text-place.ts'
import { valuesOf } from './value-source.ts'

/** Results of reading, ordered as in the input. */
export type Reading =
  | { readonly is: 'objects'; readonly objects: readonly ReadObject[] }
  /** Bytes of the input that were read so far. */
  | { readonly is: 'bytes'; readonly bytes: number }
  /** A part of the input that cannot be read to its end. */
  | { readonly is: 'fault'; readonly place: string; readonly reason: string }
  /** A part of the input that is skipped. */
  | { readonly is: 'warning'; readonly place: string; readonly reason: string }
  /** A file or member whose rest is not read; `text` is its number in the input. */
  | { readonly is: 'given-up'; readonly text: number; readonly place: string; readonly reason: string }

/** The position at which reading an input begins. */
export interface ReadingStart {
  /** Number of values at the beginning that are left out. */
  readonly skipped: number
  readonly stored: StoredPart
}

export const FROM_BEGINNING: ReadingStart = { skipped: 0, stored: NOTHING_STORED }

/** Options that apply to all inputs. All of these options can be sent to a thread. */
export interface ReadingOptions {
  readonly only?: StoredKind | undefined
  readonly encoding?: FallbackEncoding | undefined
  readonly table?: TableOptions
  readonly graph?: GraphOptions
  /** True to skip media files. An import of several inputs skips them. */
  readonly isMediaSkipped: boolean
}

/** Maximum number of characters of a value in a message. */
const EXCERPT_LENGTH = 40

/** Reads an input. */
export async function* readInput(
  input: ImportInput,
  { skipped, stored }: ReadingStart,
  stdin: AsyncIterable<Buffer>,
  options: ReadingOptions,
): AsyncGenerator<Reading> {
  let reader: ObjectReader | undefined
  let rounded = new RoundedIds()
  let readName = ''
  let readText: TextPlace | undefined
  let givenUp: TextPlace | undefined
  const { encoding, isMediaSkipped, only, graph, table = {} } = options
  const limits = new TextLimits(stored, only)
  let notes: Reading[] = []
  const values = valuesOf(input, {
    stdin,
    encoding,
    graph: { ...graph, wants: only === undefined ? 'all' : only === 'follows' ? 'follows' : 'others' },
    table,
    isMediaSkipped,
    onBytes: (bytes) => notes.push({ is: 'bytes', bytes }),
    fault: (place, reason) => notes.push({ is: 'fault', place, reason }),
    warn: (place, reason) => notes.push({ is: 'warning', place, reason }),
    isGivenUp: (text) => text === givenUp,
  })
  let left = skipped
  for await (const { name, text, values: batch } of values) {
    if (text !== readText) {
      notes.push(...warningOf(readName, rounded.doubt), ...warningOf(readName, reader?.unreadColumns))
      rounded = new RoundedIds()
      reader = new ObjectReader(await academicFormOf(text), options, rounded)
      limits.begin()
    }
    readText = text
    readName = name
    notes.push(...warningOf(name, rounded.count(batch)))
    // The earlier run has already reported the faults before its last value.
    yield* limits.isStored ? notes.filter(({ is }) => is === 'bytes') : notes
    notes = []
    const objects: ReadObject[] = []
    for (const value of batch) {
      const isLeftOut = left > 0
      if (isLeftOut) left -= 1
      const object = isLeftOut ? undefined : reader?.read(value, `${name}:${value.line}`)
      if (object !== undefined) objects.push(object)
      if (!limits.isLast(object)) continue
      givenUp = text
      break
    }
    const last = objects.at(-1)
    // This result precedes the objects. Therefore the progress that is stored with the objects includes this result.
    if (text === givenUp && limits.isNew && last !== undefined)
      yield { is: 'given-up', text: limits.text, place: last.place, reason: reasonOf(last) }
    yield { is: 'objects', objects }
  }
  yield* [...notes, ...warningOf(readName, rounded.doubt), ...warningOf(readName, reader?.unreadColumns)]
}

function warningOf(place: string, reason: string | undefined): readonly Reading[] {
  return reason === undefined ? [] : [{ is: 'warning', place, reason }]
}

function reasonOf({ text, rejection = '' }: ReadObject): string {
  const excerpt = JSON.stringify(text.slice(0, EXCERPT_LENGTH))
  return `none of the first ${MAX_STRANGE} objects is readable (this one is ${excerpt}: ${rejection}); the rest of the file was not read`
}
