/** Wire objects that follow from one input, such as a direct message: declared field by field, without a template. */
import type { TSchema } from 'typebox'
import { type Dated, DatedFields, type Day, DEFAULT_DAY } from './day.ts'

/** A member of such an object. */
export interface ObjectField<Input> extends Dated {
  readonly name: string
  /** For the API document; `Type.Optional` where the object may lack the field. */
  readonly schema: DatedSchema
  /** Returns a value for `JSON.stringify`; `undefined` leaves the field out. */
  readonly value: (input: Input, day: Day) => unknown
}

/** A schema; for a nested object a function of the day. */
export type DatedSchema = TSchema | ((day: Day) => TSchema)

/** The schema on a day. */
export function schemaOn(schema: DatedSchema, day: Day): TSchema {
  return typeof schema === 'function' ? schema(day) : schema
}

export class ObjectTable<Input> {
  readonly #fields: DatedFields<ObjectField<Input>>

  /**
   * @param fields in the order of the wire
   * @param inner the days on which objects within change
   */
  constructor(fields: readonly ObjectField<Input>[], inner: readonly Day[] = []) {
    // All entries have one shape, which V8 reads faster than several.
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

  /** The object as the API had it on a day. */
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
