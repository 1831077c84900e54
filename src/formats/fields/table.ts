/**
 * Wire objects, declared field by field. A table lists the members of an object in wire order, with their derivation,
 * source column and days. The object, the text template of hot paths and the schema of the API document follow from it
 * (docs/decisions/0059-field-tables.md).
 */
import type { TSchema } from 'typebox'
import { jsonNumber } from '../../lib/json.ts'
import { DatedFields, type Day, DEFAULT_DAY } from './day.ts'
import type { AnyField, AnyInputs, Field, TableInputs } from './field.ts'
import { type Template, templateOf } from './template.ts'

export class FieldTable<Inputs extends TableInputs, Nested extends string = never> {
  readonly #fields: DatedFields<AnyField>
  /** By version. */
  readonly #members = new Map<number, readonly Member[]>()
  readonly #templates = new Map<number, Template<Inputs, Nested>>()

  /**
   * @param fields in wire order; the first one is in every object
   * @param inner days on which nested values change
   */
  constructor(fields: readonly Field<Inputs, Nested>[], inner?: readonly Day[]) {
    // A field receives only the inputs of its own table.
    this.#fields = new DatedFields(fields as readonly unknown[] as readonly AnyField[], inner)
  }

  /** In wire order. */
  get fields(): readonly AnyField[] {
    return this.#fields.all
  }

  /** Days on which objects change, in order. */
  get changes(): readonly Day[] {
    return this.#fields.changes
  }

  /** Number of changes up to a day. Days of one version have equal objects, so the version identifies renderings. */
  versionOn(day: Day = DEFAULT_DAY): number {
    return this.#fields.versionOn(day)
  }

  /** The object on an API day. @param nested absent ones are omitted */
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

  /** Template of the same object as text. */
  template(day: Day = DEFAULT_DAY): Template<Inputs, Nested> {
    return this.#once(
      this.#templates,
      day,
      (fields) => templateOf(fields) as unknown as Template<Inputs, Nested>,
    )
  }

  /** Schemas of the members on a day. @param nested omitted ones are not members */
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

  /** Caches values derived from the fields of a day, by version. */
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
