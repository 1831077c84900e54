/** The components of an API document: parts that it contains once and references elsewhere. */
import { InvariantBroken } from '../../lib/assert.ts'

/** A part of a document. */
export type Json = Readonly<Record<string, unknown>>

/** Keywords whose values are data and not schemas. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'examples'])

export class Components {
  readonly #schemas = new Map<string, Json>()
  /** Converted schemas, so that a schema that several endpoints share is converted once. */
  readonly #placed = new Map<object, Json>()
  readonly #responses = new Map<string, Json>()
  /** Names of responses. The key has the stem of the name and the text of the response. */
  readonly #names = new Map<string, string>()
  /** Number of responses per stem. */
  readonly #counts = new Map<string, number>()

  /**
   * Converts a schema for the document. A schema with a title moves to the components, with the title as its name,
   * even if it is nested.
   * @throws {InvariantBroken} when two different schemas have the same title
   */
  schema(schema: object): Json {
    const known = this.#placed.get(schema)
    if (known !== undefined) return known
    const copy: Record<string, unknown> = {}
    for (const [key, inside] of Object.entries(schema))
      copy[key] = DATA.has(key) ? inside : this.#place(inside)
    const { title } = copy
    const placed = typeof title === 'string' ? this.#named(title, copy) : copy
    this.#placed.set(schema, placed)
    return placed
  }

  /**
   * Returns a reference to a response. The document contains each response once, for all endpoints.
   * @param stem the beginning of the name of the component; if several responses have this stem, a number is
   * added
   */
  response(stem: string, response: Json): Json {
    const key = `${stem} ${JSON.stringify(response)}`
    const name = this.#names.get(key) ?? this.#numbered(stem)
    this.#names.set(key, name)
    this.#responses.set(name, response)
    return { $ref: `#/components/responses/${name}` }
  }

  /** The referenced components, sorted by name. */
  toJSON(): Json {
    return { schemas: sorted(this.#schemas), responses: sorted(this.#responses) }
  }

  #place(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.#place(item))
    return typeof value === 'object' && value !== null ? this.schema(value) : value
  }

  #named(title: string, schema: Json): Json {
    const known = this.#schemas.get(title)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new InvariantBroken(`two schemas are called ${title}`)
    }
    this.#schemas.set(title, schema)
    return { $ref: `#/components/schemas/${title}` }
  }

  #numbered(stem: string): string {
    const number = (this.#counts.get(stem) ?? 0) + 1
    this.#counts.set(stem, number)
    return number === 1 ? stem : `${stem}-${number}`
  }
}

function sorted(parts: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...parts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
