/**
 * Makes JSON objects that are declared field by field. A table lists the fields of an object in their JSON order, each
 * with its derivation, its database column and its days. The object, the text template for frequent requests, and the
 * schema for the API document are derived from the table (docs/decisions/0059-field-tables.md).
 */
import type { TSchema } from 'typebox'
import { jsonNumber } from '../../lib/json.ts'
import { DatedFields, type Day, DEFAULT_DAY } from './day.ts'
import type { AnyField, AnyInputs, Field, TableInputs } from './field.ts'
import { type Template, templateOf } from './template.ts'

export class FieldTable<Inputs extends TableInputs, Nested extends string = never> {
  readonly #fields: DatedFields<AnyField>
  /** Readers of field values by version; see {@link DatedFields.versionOn}. */
  readonly #members = new Map<number, readonly Member[]>()
  readonly #templates = new Map<number, Template<Inputs, Nested>>()

  /**
   * @param fields all fields in JSON order; the first field exists in every object
   * @param inner days on which nested values change
   */
  constructor(fields: readonly Field<Inputs, Nested>[], inner?: readonly Day[]) {
    // Each field receives only the inputs of its own table, so the code can drop the types of inputs here.
    this.#fields = new DatedFields(fields as readonly unknown[] as readonly AnyField[], inner)
  }

  /** The fields in JSON order. */
  get fields(): readonly AnyField[] {
    return this.#fields.all
  }

  /** Days on which objects change, in ascending order. */
  get changes(): readonly Day[] {
    return this.#fields.changes
  }

  /** Number of changes up to a day. Objects of the same version are equal, so a cache can use the version as a key. */
  versionOn(day: Day = DEFAULT_DAY): number {
    return this.#fields.versionOn(day)
  }

  /**
   * The object on a day of the API.
   * @param nested values of nested objects; the object omits a nested object that is missing here
   */
  object(
    inputs: Inputs,
    nested: Readonly<Partial<Record<Nested, unknown>>>,
    day: Day = DEFAULT_DAY,
  ): Record<string, unknown> {
    const anyInputs = inputs as TableInputs as AnyInputs
    const object: Record<string, unknown> = {}
    for (const { name, valueIn } of this.#membersOn(day)) {
      const value = valueIn(anyInputs, nested)
      if (value !== undefined) object[name] = typeof value === 'bigint' ? jsonNumber(value) : value
    }
    return object
  }

  /** The template that renders the same object as text. */
  template(day: Day = DEFAULT_DAY): Template<Inputs, Nested> {
    return this.#once(
      this.#templates,
      day,
      (fields) => templateOf(fields) as unknown as Template<Inputs, Nested>,
    )
  }

  /**
   * Schemas of the fields on a day.
   * @param nested schemas of nested objects; the schema omits a nested object that is missing here
   */
  schema(nested?: Readonly<Partial<Record<Nested, TSchema>>>, day: Day = DEFAULT_DAY) {
    const byName: Readonly<Record<string, TSchema | undefined>> = nested ?? {}
    const schemas: Record<string, TSchema> = {}
    for (const field of this.#fields.on(day)) {
      const schema = 'nested' in field ? byName[field.nested] : field.schema
      if (schema !== undefined) schemas[nameOf(field)] = schema
    }
    return schemas
  }

  #membersOn(day: Day): readonly Member[] {
    return this.#once(this.#members, day, (fields) => fields.map(memberOf))
  }

  /** Returns the value that `make` derives from the fields of a day. The value is computed once for each version. */
  #once<Made>(made: Map<number, Made>, day: Day, make: (fields: readonly AnyField[]) => Made): Made {
    const version = this.versionOn(day)
    const cached = made.get(version)
    if (cached !== undefined) return cached
    const fresh = make(this.#fields.on(day))
    made.set(version, fresh)
    return fresh
  }
}

interface Member {
  readonly name: string
  readonly valueIn: (inputs: AnyInputs, nested: Readonly<Record<string, unknown>>) => unknown
}

function nameOf(field: AnyField): string {
  return 'nested' in field ? field.nested : field.name
}

function memberOf(field: AnyField): Member {
  const name = nameOf(field)
  if ('nested' in field) return { name, valueIn: (_, nested) => nested[name] }
  if ('fixed' in field) return { name, valueIn: () => field.fixed }
  const { from, shownIf, value, otherwise } = field
  return {
    name,
    valueIn: (inputs) => {
      const { request } = inputs
      if (shownIf?.(request) === false) return undefined
      const own = value(inputs[from])
      return own === undefined ? otherwise?.(request) : own
    },
  }
}
