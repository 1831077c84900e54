/** The type without `readonly`; for code that builds a value step by step. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] }
