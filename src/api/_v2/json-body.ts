/** Reads JSON bodies of API v2. All errors of a body are reported together (spec/v2.md#request-forms). */
import { isJsonObject } from '../../http/json.ts'
import type { JsonObject, JsonValue } from '../../lib/json.ts'
import { type ParameterError, Problem } from '../_problems.ts'
import { idIn } from '../1.1/_id.ts'
import { ID_PATTERN } from './validation-errors.ts'

/**
 * Reads the body of a request.
 * @param names the members that the body may have
 * @param read a function that reads the members; its result is ignored if there are errors
 * @throws {Problem} `invalidRequest` with all errors
 */
export function readBody<Value>(
  json: JsonValue,
  names: readonly string[],
  read: (body: BodyPart) => Value,
): Value {
  const errors: ParameterError[] = []
  const value = read(new BodyPart(json, '', names, errors))
  if (errors.length > 0) throw new Problem('invalidRequest', undefined, errors)
  return value
}

/** An object of the body. A member that is `null` counts as absent, because some clients send every member. */
export class BodyPart {
  readonly #fields: JsonObject
  readonly #prefix: string
  readonly #errors: ParameterError[]

  /** Adds an error for a value that is not an object, and for each unknown member. */
  constructor(
    value: JsonValue | undefined,
    path: string,
    names: readonly string[],
    errors: ParameterError[],
  ) {
    this.#fields = isJsonObject(value) ? value : {}
    this.#prefix = path === '' ? '' : `${path}.`
    this.#errors = errors
    if (!isJsonObject(value)) errors.push(parameterErrorOf(path, undefined, 'must be an object'))
    const unknown = Object.keys(this.#fields).filter((name) => !names.includes(name))
    for (const name of unknown.slice(0, MAX_UNKNOWN_REPORTED))
      this.#add(name, `is not one of [${names.join(',')}]`)
  }

  /** A text, with U+FFFD in place of unpaired surrogates; undefined when the member was not sent. */
  text(name: string): string | undefined {
    const value = this.#value(name)
    if (value === undefined || typeof value === 'string') return value?.toWellFormed()
    this.#add(name, 'must be a text')
    return undefined
  }

  /** An id, as a text or a number; undefined when the member was not sent. */
  id(name: string): bigint | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const id = idOf(value)
    if (id === undefined) this.#add(name, `does not match ${ID_PATTERN.source}`)
    return id
  }

  /** A list of 1 to `max` ids; empty when the member was not sent. */
  ids(name: string, max: number): readonly bigint[] {
    const value = this.#value(name)
    if (value === undefined) return []
    if (!Array.isArray(value) || value.length === 0 || value.length > max) {
      this.#add(name, `must be a list of 1 to ${max} ids`)
      return []
    }
    const ids = (value as readonly JsonValue[]).map(idOf)
    if (ids.includes(undefined)) this.#add(name, `must be ids that match ${ID_PATTERN.source}`)
    return ids.flatMap((id) => id ?? [])
  }

  /** A required id. After an error, the result is 0, which is not the id of an object. */
  requiredId(name: string): bigint {
    this.requireOneOf([name])
    return this.id(name) ?? 0n
  }

  /** A boolean; undefined when the member was not sent. */
  flag(name: string): boolean | undefined {
    const value = this.#value(name)
    if (value === undefined || typeof value === 'boolean') return value
    this.#add(name, 'must be true or false')
    return undefined
  }

  /**
   * Like {@link flag}, but also accepts texts in upper or lower case, because the client library twitter-api-v2 sends
   * `"False"`.
   */
  looseFlag(name: string): boolean | undefined {
    const value = this.#value(name)
    const text = typeof value === 'string' ? value.toLowerCase() : undefined
    return text === 'true' || text === 'false' ? text === 'true' : this.flag(name)
  }

  /** One of the allowed texts; undefined when the member was not sent. */
  choice<const Name extends string>(name: string, allowed: readonly Name[]): Name | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    const chosen = allowed.find((each) => each === value)
    if (chosen === undefined) this.#add(name, `is not one of [${allowed.join(',')}]`)
    return chosen
  }

  /**
   * A list of texts, with U+FFFD in place of unpaired surrogates; empty when the member was not sent. The caller checks
   * the number of texts.
   */
  texts(name: string): readonly string[] {
    const value = this.#value(name)
    if (value === undefined) return []
    const list: readonly JsonValue[] = Array.isArray(value) ? value : []
    const texts = list.flatMap((each) => (typeof each === 'string' ? each.toWellFormed() : []))
    if (!Array.isArray(value) || texts.length !== list.length) this.#add(name, 'must be a list of texts')
    return texts
  }

  /** An integer from `min` to `max`; undefined when the member was not sent. */
  integer(name: string, min: number, max: number): number | undefined {
    const value = this.#value(name)
    if (value === undefined) return undefined
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value
    this.#add(name, `is not between ${min} and ${max}`)
    return undefined
  }

  /** True if the member was sent. */
  has(name: string): boolean {
    return this.#value(name) !== undefined
  }

  /** Adds an error about several members. */
  addMessage(message: string): void {
    this.#errors.push({ parameters: {}, message })
  }

  /** Adds an error for a member. @param why the text of the error after the name of the member */
  addError(name: string, why: string): void {
    this.#add(name, why)
  }

  /** A nested object; undefined when the member was not sent. */
  part(name: string, names: readonly string[]): BodyPart | undefined {
    const value = this.#value(name)
    return value === undefined
      ? undefined
      : new BodyPart(value, `${this.#prefix}${name}`, names, this.#errors)
  }

  /** A list of 1 to `max` objects; empty when the member was not sent. */
  parts(name: string, names: readonly string[], max: number): readonly BodyPart[] {
    const value = this.#value(name)
    if (value === undefined) return []
    if (!Array.isArray(value) || value.length === 0 || value.length > max) {
      this.#add(name, `must be a list of 1 to ${max}`)
      return []
    }
    const items = value as readonly JsonValue[]
    return items.map(
      (item, index) => new BodyPart(item, `${this.#prefix}${name}[${index}]`, names, this.#errors),
    )
  }

  /** Adds an error if none of these members was sent. */
  requireOneOf(names: readonly [string, ...string[]]): void {
    if (names.every((name) => this.#value(name) === undefined)) this.#add(names[0], 'can not be empty')
  }

  /** Adds an error for each of these members that was sent. */
  refuse(names: readonly string[], why: string): void {
    for (const name of names) if (this.#value(name) !== undefined) this.#add(name, why)
  }

  #value(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#fields, name) ? (this.#fields[name] ?? undefined) : undefined
  }

  #add(name: string, why: string): void {
    this.#errors.push(parameterErrorOf(`${this.#prefix}${name}`, this.#value(name), why))
  }
}

const MAX_UNKNOWN_REPORTED = 10
const MAX_SHOWN_LENGTH = 100

/** An error about a value. The error repeats the value if it is a short text or a number. */
function parameterErrorOf(path: string, value: JsonValue | undefined, why: string): ParameterError {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
  const shown = isPlain && String(value).length <= MAX_SHOWN_LENGTH ? [String(value).toWellFormed()] : []
  return { parameters: { [path]: shown }, message: `${path === '' ? 'the body' : path}: ${why}` }
}

function idOf(value: JsonValue): bigint | undefined {
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  const text = isNumber ? String(value) : value
  return typeof text === 'string' && ID_PATTERN.test(text) ? idIn(text) : undefined
}
