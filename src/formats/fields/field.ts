/** Declaration of a member of a wire object. */
import type { TSchema } from 'typebox'
import type { Dated } from './day.ts'

interface FieldFacts extends Dated {
  readonly name: string
  /** For the API document; `Type.Optional` where the object may lack the field. */
  readonly schema: TSchema
  /** Source column, such as `users.name`; undefined for derived values. */
  readonly stored?: string
}

/** A value that is equal in every object. */
export interface FixedField extends FieldFacts {
  readonly fixed: string | number | boolean | null
}

/** Inputs for which several consecutive fields have default values, whose text is rendered once. */
export interface Usual<Input> {
  readonly when: (input: Input) => boolean
  /** A sample of these inputs. */
  readonly sample: Input
}

/** Derived from one of the inputs. */
export interface DerivedField<Inputs extends TableInputs, From extends keyof Inputs> extends FieldFacts {
  readonly from: From
  /** Returns the JSON value, with bigint for exact numbers; `undefined` omits the field. */
  readonly value: (input: Inputs[From]) => unknown
  readonly usual?: Usual<Inputs[From]>
  /** True for requests whose objects have the field; default: all. */
  readonly shownIf?: (request: Inputs['request']) => boolean
  /** Value that replaces `undefined`. Adjacent fields with such a value are undefined together or not at all. */
  readonly otherwise?: (request: Inputs['request']) => unknown
}

/** A nested wire object that the caller renders. Its schema is passed to `FieldTable.schema`. */
export interface NestedField<Nested extends string> extends Dated {
  readonly nested: Nested
}

/** Named inputs of the objects of a table. `request` is the same for all objects of a response. */
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
