/** The type without `readonly`, for building a value step by step. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] }
