/**
 * Makes values of unknown origin what a schema says they are, part by part. What can be repaired is; what cannot is left
 * out, and the rest stays. Both are noted by the path of the part, so that whoever asked can count them.
 */
import type { TSchema } from 'typebox'

/** In what a part was not as its schema says. */
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
  | 'at no place of the text'
  | 'refers to its own post'
  | 'no user name'
  | 'not recorded'

/**
 * Notes a part that was repaired or left out.
 * @param path names of members with points between them, without the places in lists: `entities.urls.unwound.url`
 */
export type ReportFault = (path: string, fault: Fault) => void

/** Keywords that schemas of repaired values have beside those of JSON Schema; a compiled check knows nothing of them. */
export interface RepairKeywords {
  /** UTF-16 units of a text, at most; a longer one is left out. */
  readonly longest?: number
  /** A text that is too long is cut instead. */
  readonly isCut?: boolean
  /** A text stays as it is, whatever its characters: it is stored within JSON and nowhere else. */
  readonly isRaw?: boolean
  /** Entries of a list, at most; those behind are left out. */
  readonly most?: number
  /**
   * Any JSON value: at most {@link MAX_KEPT_DEPTH} deep and {@link MAX_KEPT_LENGTH} characters long, texts as databases store them, and
   * whole numbers beyond 2^53 as texts. `exact` demands their digits, `read` takes what JavaScript made of them.
   */
  readonly kept?: 'exact' | 'read'
  /** In place of a part that is left out. */
  readonly fallback?: unknown
  /** Changes a value before its schema is looked at; undefined leaves it out. It notes what it did itself. */
  readonly mend?: (value: unknown, note: (name: string, fault: Fault) => void) => unknown
}

/** How deep a kept value may be nested. */
export const MAX_KEPT_DEPTH = 40

/** Characters of a kept value in JSON. */
export const MAX_KEPT_LENGTH = 64 * 1024

/** Notes nothing, where nobody counts. */
export const IGNORE_FAULTS: ReportFault = () => undefined

/** Thrown when a number to be kept has more digits than JavaScript gives back, so that its text must be read again. */
export class DigitsLost extends Error {
  override readonly name = 'DigitsLost'
}

/**
 * The value as its schema says, as a copy; undefined when nothing is left of it. `null` is as good as absent where the
 * schema has no word for it.
 * @throws {DigitsLost} when a whole number that is to be kept as it came is beyond 2^53
 */
export function repaired(schema: TSchema, value: unknown, note: ReportFault, path = ''): unknown {
  const { mend, fallback } = schema as RepairKeywords
  const given = mend === undefined ? value : mend(value, (name, fault) => note(within(path, name), fault))
  if (given === undefined) return fallback
  const sound = repairedAs(schema, given, note, path)
  return sound === undefined ? fallback : sound
}

interface Keywords extends RepairKeywords {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly TSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly pattern?: string
  readonly items?: TSchema | readonly TSchema[]
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: TSchema | boolean
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

type Repair = (keywords: Keywords, value: unknown, note: ReportFault, path: string) => unknown

function repairedAs(schema: TSchema, value: unknown, note: ReportFault, path: string): unknown {
  const keywords = schema as Keywords
  if (keywords.kept !== undefined) return keptValue(keywords.kept, value, note, path)
  if (keywords.anyOf !== undefined) return anyOf(keywords.anyOf, value, note, path)
  if (keywords.const !== undefined) return constant(keywords.const, value, note, path)
  const repair = keywords.type === undefined ? undefined : REPAIRS[keywords.type]
  return repair === undefined ? value : repair(keywords, value, note, path)
}

const REPAIRS: Readonly<Record<string, Repair>> = {
  string: repairText,
  boolean: repairFlag,
  integer: repairWhole,
  number: repairNumber,
  array: repairList,
  object: repairObject,
}

function within(path: string, name: string): string {
  return path === '' ? name : name === '' ? path : `${path}.${name}`
}

function constant(only: unknown, value: unknown, note: ReportFault, path: string): unknown {
  if (value === only) return value
  if (value !== null) note(path, 'out of range')
  return undefined
}

/** The alternative of the value's type; of constants the one that it is, and of objects the one whose constants it has. */
function anyOf(alternatives: readonly TSchema[], value: unknown, note: ReportFault, path: string): unknown {
  for (const alternative of alternatives) {
    if (isOfKind(alternative, value)) return repairedAs(alternative, value, note, path)
  }
  if (value !== null) note(path, 'another type')
  return undefined
}

function isOfKind(schema: TSchema, value: unknown): boolean {
  const { type, const: only, properties = {} } = schema as Keywords
  if (only !== undefined) return only === value
  if (type !== typeOf(value)) return false
  return Object.entries(properties).every(([name, property]) => {
    const { const: mark } = property as Keywords
    return mark === undefined || (value as Readonly<Record<string, unknown>>)[name] === mark
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function repairText(keywords: Keywords, value: unknown, note: ReportFault, path: string): string | undefined {
  const {
    longest = Number.POSITIVE_INFINITY,
    isCut = false,
    isRaw = false,
    pattern,
    minLength = 0,
  } = keywords
  if (value === null) return undefined
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (typeof value !== 'string') note(path, 'another type')
  if (typeof value !== 'string' && !isNumber) return undefined
  let text = isRaw ? String(value) : storableText(String(value))
  if (typeof value === 'string' && text !== value) note(path, 'NUL or half a character')
  if (text.length > longest) {
    note(path, 'too long')
    if (!isCut) return undefined
    text = beginningOf(text, longest)
  }
  const fits = text.length >= minLength && (pattern === undefined || new RegExp(pattern).test(text))
  if (fits) return text
  note(path, 'out of range')
  return undefined
}

/** A text as both databases store it: without NUL, and U+FFFD in place of halves of characters. */
export function storableText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** At most so many UTF-16 units, no character of two cut in half. */
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

function repairFlag(_: Keywords, value: unknown, note: ReportFault, path: string): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (value === null) return undefined
  note(path, 'another type')
  return FLAGS.get(typeof value === 'string' ? value.toLowerCase() : value)
}

/** Archives have numbers as texts, which is no fault. Counts of old recordings are `100+`, those of web pages `1.2K`. */
const ROUNDED = /^(\d{1,15}(?:\.\d{1,3})?)([KM]?)\+?$/
const FACTORS: Readonly<Record<string, number>> = { K: 1_000, M: 1_000_000 }

function repairWhole(
  keywords: Keywords,
  value: unknown,
  note: ReportFault,
  path: string,
): number | undefined {
  if (value === null) return undefined
  const number = wholeOf(value)
  if (number === undefined) {
    note(path, 'another type')
    const [, digits, factor = ''] = (typeof value === 'string' && ROUNDED.exec(value)) || []
    if (digits === undefined) return undefined
    return inRange(keywords, Math.round(Number(digits) * (FACTORS[factor] ?? 1)), note, path)
  }
  return inRange(keywords, number, note, path)
}

function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return Number(value)
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined
}

/** What is too large becomes the largest that there may be; what is too small says nothing. */
function inRange({ minimum, maximum }: Keywords, number: number, note: ReportFault, path: string) {
  if (number > (maximum ?? Number.MAX_SAFE_INTEGER)) {
    note(path, 'out of range')
    return maximum ?? Number.MAX_SAFE_INTEGER
  }
  if (number >= (minimum ?? Number.MIN_SAFE_INTEGER)) return number
  note(path, 'out of range')
  return undefined
}

function repairNumber(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Keywords,
  value: unknown,
  note: ReportFault,
  path: string,
): number | undefined {
  if (value === null) return undefined
  const isText = typeof value === 'string' && /^-?\d{1,20}(?:\.\d{1,30})?$/.test(value)
  const number = isText || typeof value === 'bigint' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    note(path, 'another type')
    return undefined
  }
  if (number >= minimum && number <= maximum) return number
  note(path, 'out of range')
  return undefined
}

function repairList(
  keywords: Keywords,
  value: unknown,
  note: ReportFault,
  path: string,
): unknown[] | undefined {
  if (value === null) return undefined
  if (!Array.isArray(value)) {
    note(path, 'another type')
    return undefined
  }
  const { items, minItems = 0, most = Number.POSITIVE_INFINITY } = keywords
  if (Array.isArray(items)) return repairTuple(items as readonly TSchema[], value, note, path)
  if (value.length > most) note(path, 'too many')
  const list: unknown[] = []
  for (const entry of value.slice(0, most)) {
    if (entry === null) note(path, 'another type')
    const sound = entry === null ? undefined : repaired(items as TSchema, entry, note, path)
    if (sound !== undefined) list.push(sound)
  }
  if (list.length >= minItems) return list
  note(path, 'incomplete')
  return undefined
}

/** All of it, or nothing: a pair of places with one of them missing is none. */
function repairTuple(
  items: readonly TSchema[],
  value: readonly unknown[],
  note: ReportFault,
  path: string,
): unknown[] | undefined {
  const tuple = items.map((item, index) => repaired(item, value[index], IGNORE_FAULTS))
  if (value.length === items.length && !tuple.includes(undefined)) return tuple
  note(path, 'another type')
  return undefined
}

function repairObject(
  keywords: Keywords,
  value: unknown,
  note: ReportFault,
  path: string,
): object | undefined {
  if (value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) {
    note(path, 'another type')
    return undefined
  }
  const { properties = {}, required = [] } = keywords
  const others = othersOf(keywords)
  const sound: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    if (name === '__proto__' || inner === undefined) continue
    const isNamed = Object.hasOwn(properties, name)
    const schema = isNamed ? properties[name] : others
    if (schema === undefined) continue
    const part = repaired(schema, inner, note, within(path, isNamed ? name : '*'))
    if (part !== undefined) sound[isNamed ? name : storableText(name)] = part
  }
  for (const name of required) {
    if (Object.hasOwn(sound, name)) continue
    const { fallback } = properties[name] as RepairKeywords
    if (fallback === undefined) {
      note(path, 'incomplete')
      return undefined
    }
    sound[name] = fallback
  }
  return sound
}

/** The schema of members that have no name in the schema; without one they are left out, as nothing reads them. */
function othersOf({ additionalProperties, patternProperties = {} }: Keywords): TSchema | undefined {
  if (typeof additionalProperties === 'object') return additionalProperties
  return Object.values(patternProperties)[0]
}

function keptValue(how: 'exact' | 'read', value: unknown, note: ReportFault, path: string): unknown {
  if (isTooDeep(value, 0)) {
    note(path, 'too deep')
    return undefined
  }
  const state = { how, hasFaultyText: false }
  const copy = keptCopy(value, state)
  if (state.hasFaultyText) note(path, 'NUL or half a character')
  if (typeof copy !== 'object' || JSON.stringify(copy).length <= MAX_KEPT_LENGTH) {
    if (typeof copy !== 'string' || copy.length <= MAX_KEPT_LENGTH) return copy
  }
  note(path, 'too long')
  return undefined
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth >= MAX_KEPT_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1))
}

/** Whole numbers beyond 2^53 become texts of their digits, as no program would read them right. */
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
