/** Reads the objects in the values of a file or member by their forms. */
import { hasInvalidBytes } from '../../files/decode.ts'
import { DigitsLost } from '../../lib/repair.ts'
import { withGivenAuthor } from '../forms/given-author.ts'
import { VALUE_FORMS } from '../forms/index.ts'
import { formOfText, readValue } from '../forms/read-value.ts'
import type { EdgeValue } from '../graph/edge-value.ts'
import { RoundedId } from '../id-fields.ts'
import { isOfKind } from '../item-kinds.ts'
import type { ImportItem, StoredKind, TableOptions, ValueForm } from '../items.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'
import { LineRepairs } from '../repairs.ts'
import type { FileValue, ReadObject } from './file-value.ts'
import type { RoundedIds } from './rounded-ids.ts'
import { BARE_NUMBER } from './tally.ts'
import { UnreadColumns } from './unread-columns.ts'

const GARBLED = 'not UTF-8; name the encoding with --encoding windows-1252, or convert the file'

/** Options of an import that change how objects are read. */
export interface ObjectOptions {
  readonly only?: StoredKind | undefined
  readonly table?: TableOptions
}

/** Reads the values of one file or member. */
export class ObjectReader {
  readonly #forms: readonly ValueForm[]
  /** The form of the texts in a file whose objects need another file in the same folder; undefined for other files. */
  readonly #own: ValueForm | undefined
  readonly #options: ObjectOptions
  readonly #table: TableOptions
  readonly #rounded: RoundedIds
  readonly #columns = new UnreadColumns()

  /** @param rounded recognises rounded ids in the values of the same file or member */
  constructor(own: ValueForm | undefined, options: ObjectOptions, rounded: RoundedIds) {
    this.#own = own
    this.#forms = own === undefined ? VALUE_FORMS : [own, ...VALUE_FORMS]
    this.#options = options
    this.#table = { ...options.table, isLost: rounded.isLost }
    this.#rounded = rounded
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
      const { author } = this.#table
      const isPartial = value.is === 'row' || read.form === this.#own?.name || author !== undefined
      return isPartial ? { ...read, isPartial } : read
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      const { name, kind } = this.#formOf(value)
      return { place, text, form: name, kind, items: [], repairs: [], rejection: error.message }
    }
  }

  /** A message about columns of a table that are not imported; undefined if there are none. */
  get unreadColumns(): string | undefined {
    return this.#columns.message
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
    const lost = this.#rounded.lostIn(value, read.items)
    if (lost !== undefined) throw new RoundedId('id', lost)
    const { only } = this.#options
    if (only !== undefined && read.items.length > 0 && !read.items.some((item) => isOfKind(item, only))) {
      throw new InvalidItem(`${read.form}, not one of the ${only}; "aviary import FILE" imports every kind`)
    }
    return read
  }

  #object({ text, value }: FileValue & { is: 'json' }, repairs: LineRepairs) {
    const { author } = this.#table
    const completed = author === undefined ? undefined : (fields: Fields) => withGivenAuthor(fields, author)
    const { form, items } = readValue(this.#forms, text, repairs.note, value, completed)
    return { form: form.name, items }
  }

  #row({ form, row }: FileValue & { is: 'row' }, repairs: LineRepairs) {
    try {
      const items = this.#columns.watch(row, (cells) => form.items(cells, repairs.note, this.#table))
      return { form: form.name, items }
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
