/** Reads the id of a post object, even if a program rounded it (spec/odd-values.md#odd-values). */
import { IGNORE_FAULTS, type ReportFault } from '../../lib/repair.ts'
import { idIn, RoundedId } from '../id-fields.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'
import { permalinkOf } from '../permalink.ts'

/** Fields that may contain the URL of a post. */
const OWN_ADDRESSES = ['permalink', 'tweet_url', 'status_url', 'url', 'link']

/**
 * The id of a post. If the id was rounded, the function reads the exact id from a URL of the post in the same object.
 * @throws {InvalidItem} when there is no valid id
 * @throws {DigitsLost}
 */
export function ownIdIn(fields: Fields, note: ReportFault = IGNORE_FAULTS): bigint {
  try {
    const id = idIn(fields, 'id', note)
    if (id !== undefined) return id
  } catch (error) {
    if (!(error instanceof RoundedId)) throw error
    const id = idOfAddress(fields, error.written)
    if (id === undefined) throw error
    note('id', 'another form')
    return id
  }
  throw new InvalidItem('there is no id')
}

/**
 * The first 15 digits of a rounded number are correct. If fewer digits are known, a URL in the entities could belong to
 * another post.
 */
const MIN_DIGITS_FOR_ENTITIES = 15

function idOfAddress(fields: Fields, written: string): bigint | undefined {
  const digits = significantDigits(written)
  const own = OWN_ADDRESSES.map((name) => fields[name])
  const all = digits < MIN_DIGITS_FOR_ENTITIES ? own : [...own, ...addressesOfEntities(fields)]
  const rounded = Number(written).toPrecision(digits)
  return all
    .map((address) => permalinkOf(address)?.id)
    .find((id) => id !== undefined && Number(id).toPrecision(digits) === rounded)
}

function significantDigits(written: string): number {
  const digits = written.replace(/e.*$/i, '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
  return Math.min(Math.max(digits.length, 1), 17)
}

function addressesOfEntities({ entities }: Fields): readonly unknown[] {
  if (typeof entities !== 'object' || entities === null) return []
  return ['urls', 'media'].flatMap((kind) => {
    const list = (entities as Fields)[kind]
    if (!Array.isArray(list)) return []
    return list.map((entity: unknown) =>
      typeof entity === 'object' && entity !== null ? (entity as Fields)['expanded_url'] : undefined,
    )
  })
}
