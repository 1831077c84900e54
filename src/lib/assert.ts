/** Thrown when the program finds itself in a state that its own rules exclude. Never for bad input. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken'
}

/** `value`, which the caller knows to be there. @throws {InvariantBroken} when it is not. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new InvariantBroken(`${what} is missing`)
  return value
}

/** For the end of a `switch` that the compiler proves complete. */
export function unreachable(value: never): never {
  throw new InvariantBroken(`unexpected value ${String(value)}`)
}
