/** Reads the id of a post object, even if a program rounded it (spec/odd-values.md#odd-values). */
import { mayBeRounded } from '../../lib/ids/rounding.ts'
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
    if (id !== undefined) return typeof fields['id_str'] === 'string' ? id : exactId(fields, id, note)
  } catch (error) {
    if (!(error instanceof RoundedId)) throw error
    const id = idOfAddress(fields, error.written)
    if (id === undefined) throw error
    note('id', 'another form')
    return id
  }
  throw new InvalidItem('there is no id')
}

/** The id in the URL of the post, if the given id is this id with other last digits; otherwise the given id. */
function exactId(fields: Fields, id: bigint, note: ReportFault): bigint {
  const digits = String(id)
  if (!mayBeRounded(digits)) return id
  const beginning = digits.slice(0, MIN_DIGITS_FOR_ENTITIES)
  const exact = idsOfAddresses(fields).find((other) => other !== id && isNear(String(other), beginning))
  if (exact === undefined) return id
  note('id', 'another form')
  return exact
}

/** The ids in the fields that may contain the URL of the post. */
export function idsOfAddresses(fields: Fields): readonly bigint[] {
  return OWN_ADDRESSES.flatMap((name) => permalinkOf(fields[name])?.id ?? [])
}

/** True if an id begins with the digits, or with the digits after rounding. */
function isNear(digits: string, beginning: string): boolean {
  if (digits.startsWith(beginning)) return true
  const scale = 10n ** BigInt(Math.max(0, digits.length - beginning.length))
  return (BigInt(digits) + scale / 2n) / scale === BigInt(beginning)
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
