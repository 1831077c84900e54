/**
 * Makes JSON objects that have a single input, such as direct messages. The objects are declared field by field, and
 * rendered without text templates.
 */
import type { TSchema } from 'typebox'
import { type Dated, DatedFields, type Day, DEFAULT_DAY } from './day.ts'

/** A field of a JSON object with a single input. */
export interface ObjectField<Input> extends Dated {
  readonly name: string
  /** Schema for the API document. The schema is `Type.Optional` if an object may lack the field. */
  readonly schema: DatedSchema
  /** Returns a value for `JSON.stringify`; `undefined` leaves the field out. */
  readonly value: (input: Input, day: Day) => unknown
}

/** A schema. The schema of a nested object is a function of the day. */
export type DatedSchema = TSchema | ((day: Day) => TSchema)

/** The schema that is valid on a day. */
export function schemaOn(schema: DatedSchema, day: Day): TSchema {
  return typeof schema === 'function' ? schema(day) : schema
}

export class ObjectTable<Input> {
  readonly #fields: DatedFields<ObjectField<Input>>

  /**
   * @param fields all fields, in the order of the JSON object
   * @param inner the days on which nested objects change
   */
  constructor(fields: readonly ObjectField<Input>[], inner: readonly Day[] = []) {
    // All entries have one hidden class, because V8 reads such objects faster.
    const uniform = fields.map(({ name, schema, value, since, until }) => ({
      name,
      schema,
      value,
      since,
      until,
    }))
    this.#fields = new DatedFields(uniform, inner)
  }

  /** The days on which objects change, in order. */
  get changes(): readonly Day[] {
    return this.#fields.changes
  }

  /** The object as the API returned it on a day. */
  object(input: Input, day: Day = DEFAULT_DAY): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (const { name, value } of this.#fields.on(day)) {
      const member = value(input, day)
      if (member !== undefined) object[name] = member
    }
    return object
  }

  /** Schemas of the members that objects have on a day. */
  schema(day: Day = DEFAULT_DAY): Record<string, TSchema> {
    return Object.fromEntries(this.#fields.on(day).map(({ name, schema }) => [name, schemaOn(schema, day)]))
  }
}
