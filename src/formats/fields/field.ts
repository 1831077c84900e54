/** How a member of a wire object is declared. */
import type { TSchema } from 'typebox'
import type { Dated } from './day.ts'

interface FieldFacts extends Dated {
  readonly name: string
  /** For the API document; `Type.Optional` where the object may lack the field. */
  readonly schema: TSchema
  /** The column that it is read from, such as `users.name`; left out for what is derived. */
  readonly stored?: string
}

/** The same in every object. */
export interface FixedField extends FieldFacts {
  readonly fixed: string | number | boolean | null
}

/** Inputs for which several fields in a row come out the same: their text is written once. */
export interface Usual<Input> {
  readonly when: (input: Input) => boolean
  /** One of these inputs. */
  readonly sample: Input
}

/** Derived from one of the inputs. */
export interface DerivedField<Inputs extends TableInputs, From extends keyof Inputs> extends FieldFacts {
  readonly from: From
  /** The value as JSON has it, a bigint as an exact number; `undefined` leaves the field out. */
  readonly value: (input: Inputs[From]) => unknown
  readonly usual?: Usual<Inputs[From]>
  /** Requests whose objects have it; all, when left out. */
  readonly shownIf?: (request: Inputs['request']) => boolean
  /** The value in place of `undefined`. Neighbours that have such a value are undefined together or not at all. */
  readonly otherwise?: (request: Inputs['request']) => unknown
}

/** Another wire object at this place, which the caller renders. Its schema is given to `FieldTable.schema`. */
export interface NestedField<Nested extends string> extends Dated {
  readonly nested: Nested
}

/** The inputs that objects of a table are made of, by name. `request` is the same for all objects of an answer. */
export interface TableInputs {
  readonly request: unknown
}

export type Field<Inputs extends TableInputs, Nested extends string> =
  | FixedField
  | { [From in keyof Inputs]: DerivedField<Inputs, From> }[keyof Inputs]
  | NestedField<Nested>

/** Inputs of which nothing is known but their names. */
export interface AnyInputs extends TableInputs {
  readonly [From: string]: unknown
}

/** A derived field without the types of its inputs. */
export type AnyDerived = DerivedField<AnyInputs, string>

export type AnyField = FixedField | AnyDerived | NestedField<string>
