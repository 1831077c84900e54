/** Defines types for the declaration of a field of a JSON object. */
import type { TSchema } from 'typebox'
import type { Dated } from './day.ts'

interface FieldFacts extends Dated {
  readonly name: string
  /** Schema for the API document. The schema is `Type.Optional` if an object may lack the field. */
  readonly schema: TSchema
  /** Database column of the value, such as `users.name`; undefined for a derived value. */
  readonly stored?: string
}

/** A field whose value is the same in every object. */
export interface FixedField extends FieldFacts {
  readonly fixed: string | number | boolean | null
}

/**
 * A condition under which several adjacent fields have default values; the text of these fields is then rendered only
 * once.
 */
export interface Usual<Input> {
  readonly when: (input: Input) => boolean
  /** An example of an input that meets the condition. */
  readonly sample: Input
}

/** A field that is derived from one of the inputs. */
export interface DerivedField<Inputs extends TableInputs, From extends keyof Inputs> extends FieldFacts {
  readonly from: From
  /** Returns a JSON value; bigints in it become exact numbers. `undefined` leaves the field out. */
  readonly value: (input: Inputs[From]) => unknown
  readonly usual?: Usual<Inputs[From]>
  /** Returns true for requests whose objects have the field; by default all requests. */
  readonly shownIf?: (request: Inputs['request']) => boolean
  /**
   * Value that replaces `undefined`. Adjacent fields with this property must either all be undefined, or all be
   * defined.
   */
  readonly otherwise?: (request: Inputs['request']) => unknown
}

/** A nested object that the caller renders. The caller passes its schema to `FieldTable.schema`. */
export interface NestedField<Nested extends string> extends Dated {
  readonly nested: Nested
}

/** Inputs of the objects of a table, by name. `request` is the same for all objects of a response. */
export interface TableInputs {
  readonly request: unknown
}

export type Field<Inputs extends TableInputs, Nested extends string> =
  | FixedField
  | { [From in keyof Inputs]: DerivedField<Inputs, From> }[keyof Inputs]
  | NestedField<Nested>

/** Inputs without static types. */
export interface AnyInputs extends TableInputs {
  readonly [From: string]: unknown
}

/** A derived field without static input types. */
export type AnyDerived = DerivedField<AnyInputs, string>

export type AnyField = FixedField | AnyDerived | NestedField<string>
