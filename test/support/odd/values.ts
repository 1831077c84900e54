/** Puts unexpected values at every path of a stored value. */
import * as fc from '../properties.ts'

/** A path in a JSON value: member names and list indexes. */
export type Path = readonly (string | number)[]

/** Null, wrong types, empty and huge values, and texts that databases cannot store. */
export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 60,
  1e300,
  '',
  'a\0\ud800b',
  'x'.repeat(20_000),
  [],
  {},
  [null, 7, 'x', [[]]],
  { url: null, id: 7, indices: 'x' },
  Array.from({ length: 2_000 }, (_, index) => index),
]

/** Every path of a value. The first path is empty, and stands for the value itself. */
export function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Array.isArray(value)
    ? value.map((entry, index) => pathsOf(entry, [...path, index]))
    : Object.entries(value).map(([name, entry]) => pathsOf(entry, [...path, name]))
  return [path, ...inner.flat()]
}

/** A copy with another value at a path. */
export function withValue(base: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  if (Array.isArray(base)) {
    return base.map((entry, index) => (index === first ? withValue(entry, rest, value) : (entry as unknown)))
  }
  const members = base as Readonly<Record<string, unknown>>
  return { ...members, [first]: withValue(members[first], rest, value) }
}

/** Copies with every odd value at every path. */
export function everyOddCopy(base: unknown): readonly unknown[] {
  return pathsOf(base).flatMap((path) => ODD_VALUES.map((value) => withValue(base, path, value)))
}

/**
 * Copies with null at every path, and random copies with up to three odd values or random JSON at random
 * paths.
 * @param count number of random copies
 */
export function someOddCopies(base: unknown, count: number, seed: number): readonly unknown[] {
  const paths = pathsOf(base).slice(1)
  const change = fc.tuple(fc.constantFrom(...paths), fc.oneof(fc.constantFrom(...ODD_VALUES), fc.jsonValue()))
  const copies = fc
    .array(change, { minLength: 1, maxLength: 3 })
    // Deeper paths are changed first, because a change of an outer path may remove them.
    .map((changes) =>
      changes
        .toSorted(([one], [other]) => other.length - one.length)
        .reduce<unknown>((copy, [path, value]) => withValue(copy, path, value), base),
    )
  return [...paths.map((path) => withValue(base, path, null)), ...fc.sample(copies, { numRuns: count, seed })]
}
