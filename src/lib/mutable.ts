/** The same type for whoever makes a value of it piece by piece. */
export type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] }
