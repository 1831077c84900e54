/**
 * Makes JSON objects of API v2 that are declared field by field. Clients select the fields with parameters. A table
 * makes the objects and the schema. It also lists the default fields, and the names that a parameter such as
 * `tweet.fields` accepts (docs/decisions/0059-field-tables.md).
 */
import { type TSchema, Type } from 'typebox'
import { type Dated, DatedFields, type Day, LATEST_DAY } from '../fields/day.ts'
import { type DatedSchema, schemaOn } from '../fields/object-table.ts'
import { bitsOf, type FieldSet, setOf } from './field-set.ts'

/** Kinds of endpoints that accept fewer fields than others. */
export type CallKind = 'labs' | 'search'

interface FieldFacts<Name extends string> extends Dated {
  readonly name: Name
  /** Kinds of endpoints whose parameters do not accept the field. */
  readonly notIn?: readonly CallKind[]
}

/** A field that some viewers may not read. */
export interface Restriction<Input> {
  /** Names for error messages, each as `field.member`. */
  readonly members: readonly string[]
  /** The names on a day of the API; by default the same names on all days. */
  readonly membersOn?: (day: Day) => readonly string[]
  readonly isRefused: (input: Input) => boolean
}

/** A field that is derived from one of the inputs. */
export interface MemberField<Inputs, From extends keyof Inputs, Name extends string>
  extends FieldFacts<Name> {
  readonly from: From
  readonly schema: DatedSchema
  /**
   * The JSON value. The object omits a field whose value is `undefined`, an empty text or an empty list, unless the
   * field is a default field.
   */
  readonly value: (input: Inputs[From], day: Day) => unknown
  /** True for a field that every object has, even if it was not requested. */
  readonly isDefault?: true
  /** Database column of the value; undefined for a derived value. */
  readonly stored?: string
  readonly restriction?: Restriction<Inputs[From]>
}

/**
 * A field that parameters accept and that no object has. Viewers who may not read the field get an error for
 * it.
 */
export interface RefusedField<Inputs, From extends keyof Inputs, Name extends string>
  extends FieldFacts<Name> {
  readonly from: From
  readonly restriction: Restriction<Inputs[From]>
}

/** A field that parameters accept and that no object has. */
export type AbsentField<Name extends string> = FieldFacts<Name>

/**
 * A declared field. Two entries may have one name for different days or inputs; the value of the later entry is used.
 */
export type V2Field<Inputs, Name extends string> =
  | {
      [From in keyof Inputs]: MemberField<Inputs, From, Name> | RefusedField<Inputs, From, Name>
    }[keyof Inputs]
  | AbsentField<Name>

type AnyInputs = Readonly<Record<string, unknown>>

/** A field without the types of its inputs. All entries have one hidden class, because V8 reads such objects faster. */
interface AnyField extends Dated {
  readonly name: string
  /** The bit of the name; 0 for a field on which no object depends. */
  readonly bit: FieldSet
  readonly notIn: readonly CallKind[]
  /** Name of the input; empty for a field without an input. */
  readonly from: string
  readonly schema: DatedSchema | undefined
  readonly value: ((input: unknown, day: Day) => unknown) | undefined
  readonly isDefault: boolean
  readonly restriction: Restriction<unknown> | undefined
}

/** Drops the types of inputs. This is safe because each field receives only the inputs of its own table. */
function anyFieldOf(field: object, bit: FieldSet | undefined): AnyField {
  const declared = field as Partial<AnyField> & Pick<AnyField, 'name'>
  const {
    name,
    notIn = [],
    from = '',
    schema,
    value,
    isDefault = false,
    restriction,
    since,
    until,
  } = declared
  return { name, bit: bit ?? 0, notIn, from, schema, value, isDefault, restriction, since, until }
}

export class V2FieldTable<Inputs, Name extends string> {
  /** The bit of each name on which objects depend. */
  readonly bits: Readonly<Record<Name, FieldSet>>
  readonly all: FieldSet
  /** The set of fields that every object has. */
  readonly defaults: FieldSet
  /** The set of fields that some viewers may not read. */
  readonly restricted: FieldSet
  readonly #fields: DatedFields<AnyField>
  readonly #names = new Map<string, readonly Name[]>()

  /**
   * @param fields all fields, in JSON order
   * @param inner the days on which nested objects change
   */
  constructor(fields: readonly V2Field<Inputs, Name>[], inner: readonly Day[] = []) {
    const names = namesOf(fields.filter((field) => 'from' in field))
    this.bits = bitsOf(names)
    this.all = setOf(this.bits, names)
    this.defaults = setOf(this.bits, namesOf(fields.filter((field) => 'isDefault' in field)))
    this.restricted = setOf(this.bits, namesOf(fields.filter((field) => 'restriction' in field)))
    const uniform = fields.map((field) => anyFieldOf(field, this.bits[field.name]))
    this.#fields = new DatedFields(uniform, inner)
  }

  /** The days on which objects change, in order. */
  get changes(): readonly Day[] {
    return this.#fields.changes
  }

  /** The version of a day. Objects of the same version are equal, so a cache can use the version as a key. */
  versionOn(day: Day = LATEST_DAY): number {
    return this.#fields.versionOn(day)
  }

  /** The names that the parameter of an endpoint accepts, sorted. @param calls the kinds of the endpoint */
  names(calls: readonly CallKind[] = [], day: Day = LATEST_DAY): readonly Name[] {
    const key = `${this.versionOn(day)} ${calls.join(' ')}`
    const cached = this.#names.get(key)
    if (cached !== undefined) return cached
    const accepted = this.#fields.on(day).filter(({ notIn }) => !calls.some((call) => notIn.includes(call)))
    const names = namesOf(accepted.map((field) => ({ name: field.name as Name }))).toSorted()
    this.#names.set(key, names)
    return names
  }

  /**
   * The default fields and the fields in `fields`, in the form of the API on a day.
   * @param inputs inputs by name; the result omits fields whose input is missing
   */
  members(inputs: Partial<Inputs>, fields: FieldSet, day: Day = LATEST_DAY): Record<string, unknown> {
    return this.exactly(inputs, fields | this.defaults, day)
  }

  /** Like {@link members}, but without default fields that are not in `fields`. */
  exactly(inputs: Partial<Inputs>, fields: FieldSet, day: Day = LATEST_DAY): Record<string, unknown> {
    const byName = inputs as AnyInputs
    const members: Record<string, unknown> = {}
    for (const { name, bit, from, value, isDefault, restriction } of this.#fields.on(day)) {
      if (value === undefined || (fields & bit) === 0) continue
      const input = byName[from]
      if (input === undefined || restriction?.isRefused(input) === true) continue
      const member = value(input, day)
      if (member !== undefined && (isDefault || !isEmpty(member))) members[name] = member
    }
    return members
  }

  /**
   * The names of fields in `fields` that the viewer may not read, each as `field.member`.
   * @param inputs the inputs, as in {@link members}
   */
  refused(inputs: Partial<Inputs>, fields: FieldSet, day: Day = LATEST_DAY): readonly string[] {
    const byName = inputs as AnyInputs
    return this.#fields.on(day).flatMap(({ name, bit, from, restriction }) => {
      const input = byName[from]
      if (restriction === undefined || input === undefined || (fields & bit) === 0) return []
      if (!restriction.isRefused(input)) return []
      const members = restriction.membersOn?.(day) ?? restriction.members
      return members.map((member) => `${name}.${member}`)
    })
  }

  /**
   * Schemas of the fields that objects have on a day, in JSON order. Fields with a first day are optional, because a
   * server may use an earlier day.
   */
  schema(day: Day = LATEST_DAY): Record<string, TSchema> {
    const schemas: Record<string, TSchema> = {}
    for (const { name, schema, isDefault, since } of this.#fields.on(day)) {
      if (schema === undefined) continue
      const own = schemaOn(schema, day)
      schemas[name] = isDefault && since === undefined ? own : Type.Optional(own)
    }
    return schemas
  }
}

function namesOf<Name extends string>(fields: readonly { readonly name: Name }[]): readonly Name[] {
  return [...new Set(fields.map(({ name }) => name))]
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}
