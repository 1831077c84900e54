/**
 * Stores sets of names from a fixed list as bits of a number. This form is fast, because sets are compared and looked
 * up for every object.
 */
import { InvariantBroken } from '../../lib/assert.ts'

/** Bit `i` represents the name at index `i` of a list of at most 31 names. */
export type FieldSet = number

const MAX_NAMES = 31

/** The bit of each name. @throws {InvariantBroken} for more than 31 names, because two names would have the same bit */
export function bitsOf<const Name extends string>(names: readonly Name[]): Readonly<Record<Name, FieldSet>> {
  if (names.length > MAX_NAMES) throw new InvariantBroken(`${names.length} names do not fit into a FieldSet`)
  return Object.fromEntries(names.map((name, place) => [name, 1 << place])) as Record<Name, FieldSet>
}

/** The set of the given names. Names without a bit are ignored. */
export function setOf<Name extends string>(
  bits: Readonly<Record<Name, FieldSet>>,
  names: Iterable<Name>,
): FieldSet {
  let set = 0
  for (const name of names) set |= bits[name]
  return set
}

/** True when a set contains at least one of the bits. */
export function has(set: FieldSet, bits: FieldSet): boolean {
  return (set & bits) !== 0
}
