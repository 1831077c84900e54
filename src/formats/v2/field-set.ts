/** Sets of names out of a fixed list, as bits of a number: they are compared, and looked up, for every object shown. */

/** Bit `i` stands for the name at place `i` of a list of at most 31. */
export type FieldSet = number

/** The bit of each name. */
export function bitsOf<const Name extends string>(names: readonly Name[]): Readonly<Record<Name, FieldSet>> {
  return Object.fromEntries(names.map((name, place) => [name, 1 << place])) as Record<Name, FieldSet>
}

/** The set of some names; of a name that has no bit nothing. */
export function setOf<Name extends string>(
  bits: Readonly<Record<Name, FieldSet>>,
  names: Iterable<Name>,
): FieldSet {
  let set = 0
  for (const name of names) set |= bits[name]
  return set
}

/** Whether a set has any of the bits. */
export function has(set: FieldSet, bits: FieldSet): boolean {
  return (set & bits) !== 0
}
