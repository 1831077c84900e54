/**
 * Changes values of unknown origin part by part, so that they match a schema. Parts that cannot be repaired are left
 * out. Each repaired or omitted part is reported with its path, so that callers can count such parts.
 */
import type { TSchema } from 'typebox'
import { membersOf, type ObjectKeywords, patternOf } from './schemas/schema-members.ts'

/** The kinds of differences between a part and its schema. */
export type Fault =
  | 'another type'
  | 'out of range'
  | 'too long'
  | 'too many'
  | 'too deep'
  | 'NUL or half a character'
  | 'incomplete'
  | 'no id'
  | 'no date'
  | 'another form'
  | 'no time zone'
  | 'differs from the id'
  | 'at no place of the text'
  | 'refers to its own post'
  | 'leads to itself'
  | 'no user name'
  | 'belongs to another user'
  | 'not recorded'
  | 'not one for each link'

/**
 * Reports a part that was repaired or omitted.
 * @param path field names with dots between them, without list indexes, such as `entities.urls.unwound.url`
 */
export type ReportFault = (path: string, fault: Fault) => void

/** Schema keywords for repairs, in addition to those of JSON Schema. A compiled validator ignores them. */
export interface RepairKeywords {
  /** Maximum number of UTF-16 units of a text; a longer text is left out. */
  readonly longest?: number
  /** True to truncate a text that is too long, instead of leaving it out. */
  readonly isCut?: boolean
  /** True for a text that is not cleaned, because it is stored only inside JSON. */
  readonly isRaw?: boolean
  /** Maximum number of entries of a list; further entries are left out. */
  readonly max?: number
  /**
   * Marks a field whose JSON value is kept unchanged. The value may be at most {@link MAX_KEPT_DEPTH} levels deep and
   * {@link MAX_KEPT_LENGTH} characters long. Texts in the value are changed so that databases can store them, and whole
   * numbers beyond 2^53 become texts. With `exact`, all digits of these numbers are needed; with `read`, rounded
   * numbers are accepted.
   */
  readonly kept?: 'exact' | 'read'
  /** Value that replaces an omitted part. */
  readonly fallback?: unknown
  /**
   * Transforms a value before its schema is checked, and reports the changes. A result of undefined omits the
   * value.
   */
  readonly mend?: (value: unknown, note: (name: string, fault: Fault) => void) => unknown
}

/** Maximum nesting of a value that is kept unchanged. */
export const MAX_KEPT_DEPTH = 40

/** Maximum number of characters of a value that is kept unchanged, as JSON. */
export const MAX_KEPT_LENGTH = 64 * 1024

/** A report function without effect. */
export const IGNORE_FAULTS: ReportFault = () => undefined

/** Thrown for a number with more digits than JavaScript can represent. The caller must then parse the text again. */
export class DigitsLost extends Error {
  override readonly name = 'DigitsLost'
}

/**
 * A copy of the value that matches the schema; undefined when no part is valid. `null` is treated as absent unless the
 * schema allows it.
 * @throws {DigitsLost} for a whole number beyond 2^53 that must keep its digits
 */
export function repaired(schema: TSchema, value: unknown, note: ReportFault, path = ''): unknown {
  return repairedPart(schema, value, new Place(note, path))
}

/** The part that is being repaired. Its path is computed only for a report, because most parts need no report. */
class Place {
  readonly names: string[]
  readonly #note: ReportFault

  constructor(note: ReportFault, path: string) {
    this.#note = note
    this.names = path === '' ? [] : [path]
  }

  report(fault: Fault): void {
    this.#note(this.names.join('.'), fault)
  }

  reportWithin(name: string, fault: Fault): void {
    this.#note((name === '' ? this.names : [...this.names, name]).join('.'), fault)
  }
}

function repairedPart(schema: TSchema, value: unknown, place: Place): unknown {
  const { mend, fallback } = schema as RepairKeywords
  const given = mend === undefined ? value : mend(value, (name, fault) => place.reportWithin(name, fault))
  if (given === undefined) return fallback
  const sound = repairedAs(schema, given, place)
  return sound === undefined ? fallback : sound
}

interface Keywords extends RepairKeywords, ObjectKeywords {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly TSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly items?: TSchema | readonly TSchema[]
  readonly minItems?: number
}

type Repair = (keywords: Keywords, value: unknown, place: Place) => unknown

function repairedAs(schema: TSchema, value: unknown, place: Place): unknown {
  const keywords = schema as Keywords
  if (keywords.kept !== undefined) return keptValue(keywords.kept, value, place)
  if (keywords.anyOf !== undefined) return anyOf(keywords.anyOf, value, place)
  if (keywords.const !== undefined) return constant(keywords.const, value, place)
  const repair = keywords.type === undefined ? undefined : REPAIRS[keywords.type]
  return repair === undefined ? value : repair(keywords, value, place)
}

const REPAIRS: Readonly<Record<string, Repair>> = {
  string: repairText,
  boolean: repairFlag,
  integer: repairWhole,
  number: repairNumber,
  array: repairList,
  object: repairObject,
}

function constant(only: unknown, value: unknown, place: Place): unknown {
  if (value === only) return value
  if (value !== null) place.report('out of range')
  return undefined
}

/**
 * The alternative of the schema that applies to a value. The alternative has the type of the value. Among constants, it
 * is the equal constant. Among objects, it is the object whose constants match.
 */
function anyOf(alternatives: readonly TSchema[], value: unknown, place: Place): unknown {
  for (const alternative of alternatives) {
    if (isOfKind(alternative, value)) return repairedAs(alternative, value, place)
  }
  if (value !== null) place.report('another type')
  return undefined
}

function isOfKind(schema: TSchema, value: unknown): boolean {
  const { type, const: only } = schema as Keywords
  if (only !== undefined) return only === value
  if (type !== typeOf(value)) return false
  return membersOf(schema as Keywords).marks.every(
    ([name, mark]) => (value as Readonly<Record<string, unknown>>)[name] === mark,
  )
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function repairText(keywords: Keywords, value: unknown, place: Place): string | undefined {
  const {
    longest = Number.POSITIVE_INFINITY,
    isCut = false,
    isRaw = false,
    pattern,
    minLength = 0,
  } = keywords
  if (value === null) return undefined
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (typeof value !== 'string') place.report('another type')
  if (typeof value !== 'string' && !isNumber) return undefined
  let text = isRaw ? String(value) : storableText(String(value))
  if (typeof value === 'string' && text !== value) place.report('NUL or half a character')
  if (text.length > longest) {
    place.report('too long')
    if (!isCut) return undefined
    text = beginningOf(text, longest)
  }
  const fits = text.length >= minLength && (pattern === undefined || patternOf(pattern).test(text))
  if (fits) return text
  place.report('out of range')
  return undefined
}

/** The text in a form that both databases can store: without NUL, and with U+FFFD in place of lone surrogates. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** The first UTF-16 units of a text, without half of a surrogate pair at the end. */
function beginningOf(text: string, longest: number): string {
  const cut = text.slice(0, longest)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
])

function repairFlag(_: Keywords, value: unknown, place: Place): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === null) return undefined
  place.report('another type')
  return FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value)
}

/**
 * Matches a rounded count: old recordings have counts such as `100+`, and web pages have `1.2K`. A plain number as a
 * text is not a fault, because archives contain such texts.
 */
const ROUNDED = /^(\d{1,15}(?:\.\d{1,3})?)([KM]?)\+?$/
const FACTORS: Readonly<Record<string, number>> = { K: 1_000, M: 1_000_000 }

function repairWhole(keywords: Keywords, value: unknown, place: Place): number | undefined {
  if (value === null) return undefined
  const number = wholeOf(value)
  if (number === undefined) {
    place.report('another type')
    const [, digits, factor = ''] = (typeof value === 'string' && ROUNDED.exec(value)) || []
    if (digits === undefined) return undefined
    return inRange(keywords, Math.round(Number(digits) * (FACTORS[factor] ?? 1)), place)
  }
  return inRange(keywords, number, place)
}

function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return Number(value)
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** A number above the maximum becomes the maximum; a number below the minimum is omitted. */
function inRange({ minimum, maximum }: Keywords, number: number, place: Place) {
  if (number > (maximum ?? Number.MAX_SAFE_INTEGER)) {
    place.report('out of range')
    return maximum ?? Number.MAX_SAFE_INTEGER
  }
  if (number >= (minimum ?? Number.MIN_SAFE_INTEGER)) return number
  place.report('out of range')
  return undefined
}

function repairNumber(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Keywords,
  value: unknown,
  place: Place,
): number | undefined {
  if (value === null) return undefined
  const isText = typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,30})?$/.test(value)
  const number = isText || typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    place.report('another type')
    return undefined
  }
  if (number >= minimum && number <= maximum) return number
  place.report('out of range')
  return undefined
}

function repairList(keywords: Keywords, value: unknown, place: Place): unknown[] | undefined {
  if (value === null) return undefined
  if (!Array.isArray(value)) {
    place.report('another type')
    return undefined
  }
  const { items, minItems = 0, max = Number.POSITIVE_INFINITY } = keywords
  if (Array.isArray(items)) return repairTuple(items as readonly TSchema[], value, place)
  if (value.length > max) place.report('too many')
  const list: unknown[] = []
  for (const entry of value.slice(0, max)) {
    if (entry === null) place.report('another type')
    const sound = entry === null ? undefined : repairedPart(items as TSchema, entry, place)
    if (sound !== undefined) list.push(sound)
  }
  if (list.length >= minItems) return list
  place.report('incomplete')
  return undefined
}

/** An incomplete tuple is omitted, because half of a pair of coordinates is useless. */
function repairTuple(
  items: readonly TSchema[],
  value: readonly unknown[],
  place: Place,
): unknown[] | undefined {
  const tuple = items.map((item, index) => repaired(item, value[index], IGNORE_FAULTS))
  if (value.length === items.length && !tuple.includes(undefined)) return tuple
  place.report('another type')
  return undefined
}

function repairObject(keywords: Keywords, value: unknown, place: Place): object | undefined {
  if (value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    place.report('another type')
    return undefined
  }
  const { named, others, required } = membersOf(keywords)
  const sound: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    if (name === '__proto__' || inner === undefined) continue
    const own = named.get(name)
    const schema = own ?? others
    if (schema === undefined) continue
    place.names.push(own === undefined ? '*' : name)
    const part = repairedPart(schema, inner, place)
    place.names.pop()
    if (part !== undefined) sound[own === undefined ? storableText(name) : name] = part
  }
  for (const [name, fallback] of required) {
    if (Object.hasOwn(sound, name)) continue
    if (fallback === undefined) {
      place.report('incomplete')
      return undefined
    }
    sound[name] = fallback
  }
  return sound
}

function keptValue(how: 'exact' | 'read', value: unknown, place: Place): unknown {
  if (isTooDeep(value, 0)) {
    place.report('too deep')
    return undefined
  }
  const state = { how, hasFaultyText: false }
  const copy = keptCopy(value, state)
  if (state.hasFaultyText) place.report('NUL or half a character')
  if (typeof copy !== 'object' || JSON.stringify(copy).length <= MAX_KEPT_LENGTH) {
    if (typeof copy !== 'string' || copy.length <= MAX_KEPT_LENGTH) return copy
  }
  place.report('too long')
  return undefined
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth >= MAX_KEPT_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
}

/**
 * A copy of a value that is kept unchanged. Whole numbers beyond 2^53 become texts of digits, because most programs
 * cannot read them exactly.
 */
function keptCopy(
  value: unknown,
  state: { readonly how: 'exact' | 'read'; hasFaultyText: boolean },
): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    if (state.how === 'exact') throw new DigitsLost()
    return String(value)
  }
  if (typeof value === 'string') {
    const text = storableText(value)
    if (text !== value) state.hasFaultyText = true
    return text
  }
  if (Array.isArray(value)) return value.map((inner) => keptCopy(inner, state))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__')
  return Object.fromEntries(entries.map(([name, inner]) => [storableText(name), keptCopy(inner, state)]))
}
