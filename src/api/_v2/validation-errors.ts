/**
 * Reads parameters and collects the validation errors of a request. All errors are reported together
 * (spec/errors.md#invalid-parameters).
 */
import { EdgeError } from '../../http/endpoint.ts'
import type { Sent } from '../../http/form.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import { readOffsetTime } from '../../lib/time/iso-time.ts'
import { type ParameterError, Problem } from '../_problems.ts'

/** Maximum number of reported errors. A request may have thousands of errors. */
const MAX_REPORTED_ERRORS = 20

export const ID_PATTERN = /^[0-9]{1,19}$/
export const USERNAME_PATTERN = /^[A-Za-z0-9_]{1,15}$/

/** A fast check of a whole list. If it passes, the values need no separate checks. */
export interface ListKind {
  /** Matches characters that neither values nor separators contain. */
  readonly forbidden: RegExp
  /** Maximum length of a value. */
  readonly maxLength: number
}

export const ID_LIST: ListKind = { forbidden: /[^0-9,]/, maxLength: 19 }
export const USERNAME_LIST: ListKind = { forbidden: /[^A-Za-z0-9_,]/, maxLength: 15 }

/** Default maximum number of values in a list. */
const MAX_LIST_VALUES = 100

/** The error texts that differ between APIs. */
export interface ErrorWords {
  /** @param names the accepted parameters */
  unknown(name: string, names: readonly string[]): string
  /** The key in the member `parameters` of the error for a missing list. */
  missingKey(name: string): string
}

const WORDS: ErrorWords = {
  unknown: (name, names) => `[${name}] is not one of [${names.join(',')}]`,
  missingKey: (name) => name,
}

export class ValidationErrors {
  readonly #sent: Sent
  readonly #words: ErrorWords
  readonly #errors: ParameterError[] = []

  /** @param words the error texts; default: the texts of Labs v2 and API v2 */
  constructor(sent: Sent, words: ErrorWords = WORDS) {
    this.#sent = sent
    this.#words = words
  }

  /** Adds an error for a parameter. */
  add(name: string, message: string): void {
    this.#push(name, this.#sent.get(name) ?? [], message)
  }

  /** Adds an error for a required parameter that was not sent or has no value. */
  addMissing(name: string): void {
    this.#push(
      this.#words.missingKey(name),
      this.#sent.get(name) ?? [],
      `Request parameter \`${name}\` can not be empty`,
    )
  }

  /**
   * Adds an error for every parameter that is not in `names`. OAuth signature parameters are accepted, because they may
   * be in the query (spec/clients.md#signed-requests).
   * @param inPath the parameters that may be only in the path
   */
  addUnknown(names: readonly string[], ...inPath: readonly (string | undefined)[]): void {
    for (const [name, values] of this.#sent) {
      if (inPath.includes(name)) this.#addPathDuplicates(names, name, values)
      else if (!names.includes(name) && !name.startsWith('oauth_')) {
        this.add(name, this.#words.unknown(name, names))
      }
    }
  }

  get isEmpty(): boolean {
    return this.#errors.length === 0
  }

  /** @throws {Problem} `invalidRequest` when there are errors */
  throwIfAny(): void {
    if (this.#errors.length > 0) throw new Problem('invalidRequest', undefined, this.#errors)
  }

  /** The text of a parameter. For a repeated parameter, the first value. */
  text(name: string): string | undefined {
    const text = this.#sent.get(name)?.[0]
    return text === '' ? undefined : text
  }

  /** A list of 1 to `max` values that match the pattern. Other values and other lengths add errors. */
  list(
    name: string,
    pattern: RegExp,
    { forbidden, maxLength }: ListKind,
    max = MAX_LIST_VALUES,
  ): readonly string[] {
    const text = this.text(name)
    if (text === undefined) {
      this.addMissing(name)
      return []
    }
    const values = text.split(',')
    if (values.length > max) {
      this.add(
        name,
        `The number of values in the \`${name}\` query parameter list [${values.length}] is not between 1 and ${max}`,
      )
      return []
    }
    const isGood = !forbidden.test(text) && values.every(({ length }) => length > 0 && length <= maxLength)
    if (!isGood) for (const value of new Set(values)) this.#match(name, value, pattern)
    return values
  }

  /** Like {@link list}, for ids. Empty after an error. */
  ids(name: string): ParsedIds {
    const ids = ParsedIds.parse(this.text(name) ?? '')
    if (ids !== undefined && ids.length <= MAX_LIST_VALUES) return ids
    this.list(name, ID_PATTERN, ID_LIST)
    return ParsedIds.NONE
  }

  /**
   * A value in the path. Adds an error if the value does not match the pattern.
   * @throws {EdgeError} `unknown-path` when the path ends before the value
   */
  one(name: string, pattern: RegExp): string {
    const value = this.text(name)
    if (value === undefined) throw new EdgeError('unknown-path', `the path has no ${name}`)
    this.#match(name, value, pattern)
    return value
  }

  /** A list of values, all of which must be in `allowed`. */
  choices<const Name extends string>(name: string, allowed: readonly Name[]): readonly Name[] {
    const text = this.text(name)
    if (text === undefined) return []
    const chosen: Name[] = []
    for (const value of new Set(text.split(','))) {
      const known = allowed.find((each) => each === value)
      if (known !== undefined) chosen.push(known)
      else this.add(name, `${valueText(name, value)} is not one of [${allowed.join(',')}]`)
    }
    return chosen
  }

  /** An integer from `min` to `max`; `fallback` when the parameter was not sent. */
  integer(name: string, min: number, max: number, fallback: number): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    this.add(name, `${valueText(name, text)} is not between ${min} and ${max}`)
    return fallback
  }

  /** A boolean in upper or lower case; `fallback` when the parameter was not sent (spec/v2.md#request-forms). */
  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = text.toLowerCase()
    if (value === 'true' || value === 'false') return value === 'true'
    this.add(name, `${valueText(name, text)} is not one of [true,false]`)
    return fallback
  }

  /**
   * A time in RFC 3339, with `Z` or an offset, in milliseconds since the Unix epoch; undefined when the parameter was
   * not sent (spec/v2.md#times).
   */
  time(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const time = readOffsetTime(text)
    if (time === undefined) this.add(name, `${valueText(name, text)} is not a valid RFC3339 date-time`)
    return time
  }

  /** Adds errors for query parameters with the name of the path parameter. The first value is the value in the path. */
  #addPathDuplicates(names: readonly string[], name: string, [, ...others]: readonly string[]): void {
    if (others.length === 0) return
    const taken = names.filter((each) => each !== name)
    this.#push(name, others, this.#words.unknown(name, taken))
  }

  #push(name: string, values: readonly string[], message: string): void {
    if (this.#errors.length >= MAX_REPORTED_ERRORS) return
    this.#errors.push({ parameters: { [name]: values.filter((value) => value !== '') }, message })
  }

  /** Adds an error if the value does not match the pattern. */
  #match(name: string, value: string, pattern: RegExp): void {
    if (!pattern.test(value)) this.add(name, `${valueText(name, value)} does not match ${pattern.source}`)
  }
}

/** The beginning of error messages about an invalid value. */
export function valueText(name: string, value: string): string {
  return `The \`${name}\` query parameter value [${value}]`
}
