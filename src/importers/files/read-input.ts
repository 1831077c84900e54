/** Reads the objects of an input by their forms. This code does not use the database, so a thread can run it. */
import { type FallbackEncoding, hasInvalidBytes } from '../../files/decode.ts'
import { DigitsLost } from '../../lib/repair.ts'
import { academicFormOf } from '../forms/academic.ts'
import { VALUE_FORMS } from '../forms/index.ts'
import { formOfText, readValue } from '../forms/read-value.ts'
import type { EdgeValue, GraphOptions } from '../graph/edge-value.ts'
import { isOfKind } from '../item-kinds.ts'
import type { ImportItem, StoredKind, TableOptions, ValueForm } from '../items.ts'
import { InvalidItem } from '../json-fields.ts'
import { LineRepairs, type RepairedPart } from '../repairs.ts'
import type { ImportInput } from './inputs.ts'
import { BARE_NUMBER } from './tally.ts'
import { MAX_STRANGE, NOTHING_STORED, type StoredPart, TextLimits } from './text-limits.ts'
import type { TextPlace } from './text-place.ts'
import { type FileValue, valuesOf } from './value-source.ts'

/** An object or a row of a file. */
export interface ReadObject {
  /** Place of the object, as `name:line`. */
  readonly place: string
  readonly text: string
  /** Name of the form. */
  readonly form: string
  readonly items: readonly ImportItem[]
  /** Repaired and dropped parts. */
  readonly repairs: readonly RepairedPart[]
  /** Set for an object that cannot be read from its text alone, such as a row of a table, which needs the header. */
  readonly isPartial?: true
  /** Number of rows that the object consists of, if there are several. */
  readonly rows?: number
  /**
   * Follower and followee of each edge, alternating. Sending an array of numbers to another thread is faster than
   * sending objects.
   */
  readonly edges?: BigInt64Array
  /** Reason of rejection; undefined if the object is valid. */
  readonly rejection?: string
  /** Kind of the objects of this form; undefined if the form is unknown or has several kinds. */
  readonly kind?: StoredKind | undefined
}

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

const GARBLED = 'not UTF-8; name the encoding with --encoding windows-1252, or convert the file'

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
  let readText: TextPlace | undefined
  let givenUp: TextPlace | undefined
  const { encoding, isMediaSkipped, only, graph } = options
  const limits = new TextLimits(stored, only)
  let notes: Reading[] = []
  const values = valuesOf(input, {
    stdin,
    encoding,
    graph: { ...graph, wants: only === undefined ? 'all' : only === 'follows' ? 'follows' : 'others' },
    isMediaSkipped,
    onBytes: (bytes) => notes.push({ is: 'bytes', bytes }),
    fault: (place, reason) => notes.push({ is: 'fault', place, reason }),
    warn: (place, reason) => notes.push({ is: 'warning', place, reason }),
    isGivenUp: (text) => text === givenUp,
  })
  let left = skipped
  for await (const { name, text, values: batch } of values) {
    if (text !== readText) {
      reader = new ObjectReader(await academicFormOf(text), options)
      limits.begin()
    }
    readText = text
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
  yield* notes
}

function reasonOf({ text, rejection = '' }: ReadObject): string {
  const excerpt = JSON.stringify(text.slice(0, EXCERPT_LENGTH))
  return `none of the first ${MAX_STRANGE} objects is readable (this one is ${excerpt}: ${rejection}); the rest of the file was not read`
}

class ObjectReader {
  readonly #forms: readonly ValueForm[]
  /** The form of the texts in a file whose objects need another file in the same folder; undefined for other files. */
  readonly #own: ValueForm | undefined
  readonly #options: ReadingOptions

  constructor(own: ValueForm | undefined, options: ReadingOptions) {
    this.#own = own
    this.#forms = own === undefined ? VALUE_FORMS : [own, ...VALUE_FORMS]
    this.#options = options
  }

  read(value: FileValue, place: string): ReadObject {
    const { text } = value
    if (value.is === 'id') {
      const items = [{ kind: 'counted', name: BARE_NUMBER, count: 1 }] as const
      return { place, text, form: BARE_NUMBER, items, repairs: [] }
    }
    if (value.is === 'edges') return edgesOf(value, place)
    const repairs = new LineRepairs()
    try {
      const read = { place, text, ...this.#read(value, repairs), repairs: repairs.parts }
      const isPartial = value.is === 'row' || read.form === this.#own?.name
      return isPartial ? { ...read, isPartial } : read
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      const { name, kind } = this.#formOf(value)
      return { place, text, form: name, kind, items: [], repairs: [], rejection: error.message }
    }
  }

  /** The form of a rejected value. */
  #formOf(value: Exclude<FileValue, EdgeValue | { is: 'id' }>): { name: string; kind?: StoredKind } {
    if (value.is === 'row') return value.form
    try {
      return formOfText(this.#forms, value.text, value.value)
    } catch (error) {
      if (error instanceof InvalidItem) return { name: 'not recognised' }
      throw error
    }
  }

  /** @throws {InvalidItem} */
  #read(
    value: Exclude<FileValue, EdgeValue | { is: 'id' }>,
    repairs: LineRepairs,
  ): { form: string; items: readonly ImportItem[] } {
    if (hasInvalidBytes(value.text)) throw new InvalidItem(GARBLED)
    if (value.fault !== undefined) throw new InvalidItem(value.fault)
    const read = value.is === 'json' ? this.#object(value, repairs) : this.#row(value, repairs)
    const { only } = this.#options
    if (only !== undefined && read.items.length > 0 && !read.items.some((item) => isOfKind(item, only))) {
      throw new InvalidItem(`${read.form}, not one of the ${only}; "aviary import FILE" imports every kind`)
    }
    return read
  }

  #object({ text, value }: FileValue & { is: 'json' }, repairs: LineRepairs) {
    const { form, items } = readValue(this.#forms, text, repairs.note, value)
    return { form: form.name, items }
  }

  #row({ form, row }: FileValue & { is: 'row' }, repairs: LineRepairs) {
    try {
      return { form: form.name, items: form.items(row, repairs.note, this.#options.table ?? {}) }
    } catch (error) {
      if (error instanceof DigitsLost) throw new InvalidItem('an id has lost its last digits')
      throw error
    }
  }
}

function edgesOf({ form, ids, rows, repairs, text, fault }: EdgeValue, place: string): ReadObject {
  const object = { place, text, form, items: [], repairs, rows, edges: ids, kind: 'follows' as const }
  if (fault === undefined) return object
  return { ...object, rejection: hasInvalidBytes(text) ? GARBLED : fault }
}
