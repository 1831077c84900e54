/**
 * Recognises files and members in which a spreadsheet or another program has rounded the ids of posts and users. The
 * test is that of lists of ids (spec/id-lists.md#rounded-ids). Texts such as `id_str` cannot have been rounded.
 */
import { mayBeRounded, type RoundedBy, Rounding } from '../../lib/ids/rounding.ts'
import { isFields } from '../forms/list-items.ts'
import { cell, cellIn } from '../forms/tables/columns.ts'
import type { ImportItem, TableRow } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { idsOfAddresses } from '../posts/own-id.ts'
import type { FileValue } from './file-value.ts'

const REMEDY = 'get a file that has ids as text'
const REJECTED = `its ids are rounded: their last digits are zeros; objects with such ids are rejected, or get new ids in tables with --new-ids; ${REMEDY}`
const DOUBTFUL = `its ids may be rounded: they end in zeros, and there are too few of them to be sure; compare them with the source, or ${REMEDY}`

export class RoundedIds {
  readonly #rounding = new Rounding()
  #by: RoundedBy | undefined
  /** Number of ids of earlier batches that may be rounded. */
  #earlier = 0

  /**
   * Counts the ids of the next values. The values must be counted before they are read, so that rounded ids among the
   * first values of a file are rejected too.
   * @returns a warning when these values show that the ids are rounded
   */
  count(values: readonly FileValue[]): string | undefined {
    if (this.#by !== undefined) return undefined
    let found = 0
    for (const value of values) {
      const digits = writtenId(value)
      if (digits === undefined) continue
      this.#rounding.count(digits)
      if (mayBeRounded(digits)) found += 1
    }
    this.#by = this.#rounding.by
    if (this.#by === undefined) {
      this.#earlier += found
      return undefined
    }
    if (this.#earlier === 0) return REJECTED
    return `${REJECTED}; before this was recognised, ${this.#earlier} objects with such ids were imported, and their ids are probably wrong`
  }

  /** A warning about a file that has too few ids for a decision; undefined for other files. */
  get doubt(): string | undefined {
    return this.#by === undefined && this.#rounding.isDoubtful ? DOUBTFUL : undefined
  }

  /** True if the last digits of an id are lost. @param digits an id that was not written as a text in JSON */
  readonly isLost = (digits: string): boolean => this.#by !== undefined && mayBeRounded(digits, this.#by)

  /** The id of the object in a value, if its last digits are lost; undefined for other values. */
  lostIn(value: FileValue, items: readonly ImportItem[]): string | undefined {
    if (this.#by === undefined) return undefined
    const digits = writtenId(value)
    // A row may have an exact id in another column.
    return digits !== undefined && this.isLost(digits) && ownIdOf(items) === digits ? digits : undefined
  }
}

function ownIdOf([item]: readonly ImportItem[]): string | undefined {
  if (item?.kind === 'user') return String(item.user.id)
  if (item?.kind !== 'posts') return undefined
  const { posts, byName = [] } = item.bundle
  const id = posts[0]?.id ?? byName[0]?.post.id
  return id === undefined ? undefined : String(id)
}

/** The digits of the id of an object or a row, if a program may have rounded them and no address has another id. */
function writtenId(value: FileValue): string | undefined {
  if (value.is === 'row') {
    const digits = digitsIn(idCell(value.row, value.form.kind === 'users'))
    return exceptExact(digits, { url: cell(value.row, 'permalink') })
  }
  if (value.is !== 'json' || !isFields(value.value)) return undefined
  const { id, id_str: text } = value.value
  if (typeof id !== 'number' || Number.isSafeInteger(id) || typeof text === 'string') return undefined
  return exceptExact(digitsOf(id, value.text), value.value)
}

function exceptExact(digits: string | undefined, fields: Fields): string | undefined {
  if (digits === undefined) return undefined
  const exact = idsOfAddresses(fields)
  return exact.some((id) => String(id) !== digits) ? undefined : digits
}

function idCell(row: TableRow, isUser: boolean): string | undefined {
  return isUser ? (cellIn(row, 'idstr') ?? cellIn(row, 'id') ?? cellIn(row, 'userid')) : cell(row, 'id')
}

function digitsIn(written: string | undefined): string | undefined {
  return written === undefined ? undefined : /^["'x\s]*(\d{17,19})["',\s]*$/i.exec(written)?.[1]
}

const ID_MEMBER = /"id"\s*:\s*(\d{17,19})(?!\d)/g

/** The digits of a number in a JSON text; the parsed number has lost some of them. */
function digitsOf(id: number, json: string): string | undefined {
  for (const [, digits] of json.matchAll(ID_MEMBER)) if (Number(digits) === id) return digits
  return undefined
}
