/** Reads JSON bodies of v1.1. Each part knows its path in the body, and errors contain this path. */
import { isJsonObject } from '../../http/json.ts'
import type { JsonValue } from '../../lib/json.ts'
import { V11Error } from './_errors.ts'
import { idIn } from './_id.ts'

/** A part of a body. `null` counts as absent, because some clients send `null` for fields without a value. */
export class JsonPart {
  readonly #value: JsonValue | undefined
  /** The path, such as `event.message_create.target`. */
  readonly path: string

  constructor(value: JsonValue | undefined, path = '') {
    this.#value = value
    this.path = path
  }

  get isThere(): boolean {
    return this.#value !== undefined && this.#value !== null
  }

  /**
   * The part for the member with that name. It is absent when this part is absent.
   * @throws {V11Error} 214 when this part is not an object
   */
  at(name: string): JsonPart {
    const path = this.path === '' ? name : `${this.path}.${name}`
    if (!this.isThere) return new JsonPart(undefined, path)
    if (!isJsonObject(this.#value)) throw this.wrong('must be an object')
    return new JsonPart(Object.hasOwn(this.#value, name) ? this.#value[name] : undefined, path)
  }

  /** This part, if it is present. @throws {V11Error} 38 when absent */
  require(): this {
    if (!this.isThere) throw new V11Error('parameterMissing', this.path)
    return this
  }

  /** The elements of this list, as parts. @throws {V11Error} 38 when absent, 214 for another type */
  items(): JsonPart[] {
    this.require()
    if (!Array.isArray(this.#value)) throw this.wrong('must be a list')
    return this.#value.map((item, index) => new JsonPart(item, `${this.path}[${index}]`))
  }

  /** The text of this part. @throws {V11Error} 38 when absent, 214 for another type */
  text(): string {
    this.require()
    if (typeof this.#value !== 'string') throw this.wrong('must be text')
    return this.#value.toWellFormed()
  }

  /** Like {@link text}, but undefined when absent. */
  optionalText(): string | undefined {
    return this.isThere ? this.text() : undefined
  }

  /** A text that is one of `texts`. @throws {V11Error} as {@link text}, and 214 for another text */
  oneOf<const Text extends string>(...texts: readonly Text[]): Text {
    const text = this.text()
    const known = texts.find((each) => each === text)
    if (known === undefined) throw this.wrong(`must be ${texts.join(' or ')}`)
    return known
  }

  /** An id, as text or as a number, because tweepy sends either. @throws {V11Error} as {@link text} */
  id(): bigint {
    this.require()
    const value = this.#value
    const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
    const id = typeof text === 'string' ? idIn(text) : undefined
    if (id === undefined) throw this.wrong('must be an id')
    return id
  }

  /** Like {@link id}, but undefined when absent. */
  optionalId(): bigint | undefined {
    return this.isThere ? this.id() : undefined
  }

  /** The number of this part. @throws {V11Error} 38 when absent, 214 for another type */
  number(): number {
    this.require()
    if (typeof this.#value !== 'number' || !Number.isFinite(this.#value)) throw this.wrong('must be a number')
    return this.#value
  }

  /** The error for an invalid part. */
  wrong(why: string): V11Error {
    return new V11Error('bodyInvalid', `${this.path === '' ? 'the body' : this.path}: ${why}`)
  }
}
