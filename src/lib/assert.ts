/** Thrown when an internal invariant does not hold. It is never thrown for invalid input. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken'
}

/** Returns `value`, which must exist. @throws {InvariantBroken} when it does not */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new InvariantBroken(`${what} is missing`)
  return value
}

/** Call this function at the end of a `switch` that the compiler proves to be exhaustive. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`unexpected value ${String(value)}`)
}
