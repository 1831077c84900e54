/** The lifetime of a path of the API: its first day, the announcement of its end, and its end. */
import type { Dated, Day } from '../../formats/fields/day.ts'
import type { Method } from '../../http/endpoint.ts'

/**
 * The lifetime of some paths. The paths are unknown before `since`. Without a retirement, they are also unknown from
 * `until` on.
 */
export interface Lifetime extends Dated {
  /** The methods to which the lifetime applies; default: all methods. */
  readonly methods?: readonly Method[]
  /**
   * Patterns of paths. `:id` or `:` matches one segment, and `/*` at the end matches every path with this beginning.
   */
  readonly paths: readonly string[]
  readonly retirement?: Retirement
}

/**
 * An announced end. From `deprecated` on, responses have deprecation headers. From the `until` of the lifetime on, the
 * response is the error with the given `reason`.
 */
export interface Retirement {
  /** The first day on which the path is deprecated. It is not after the end. */
  readonly deprecated: Day
  readonly sunset: Day
  /** The path of the successor; `:id` stands for the value in the requested path. */
  readonly successor: string
  readonly reason: 'version-inactive' | 'endpoint-retired' | 'unknown-path'
}

/** A lifetime with an announced end. */
export type EndingLifetime = Lifetime & { readonly retirement: Retirement }

/**
 * Matches a path segment that a header may repeat. In place of other segments, the header has the name of the
 * parameter.
 */
export const SAFE_PIECE = '[A-Za-z0-9_-]+'

/**
 * A regular expression for the paths of a pattern; each parameter is a group with the name of the parameter.
 * @param piece the regular expression that a parameter value matches
 */
export function pathExpression(pattern: string, piece = '[^/]+'): RegExp {
  const isBeginning = pattern.endsWith('/*')
  const source = (isBeginning ? pattern.slice(0, -1) : pattern)
    .replaceAll('.', '\\.')
    .replaceAll(/:([a-z_]*)/g, (_text, name: string) => (name === '' ? piece : `(?<${name}>${piece})`))
  return new RegExp(isBeginning ? `^${source}` : `^${source}$`)
}

/** A lifetime with one of its path patterns, prepared for lookups. */
export interface LifetimeRow {
  readonly lifetime: Lifetime
  /** Every matching path begins with this text. Most paths match no pattern, and comparing texts is quicker. */
  readonly beginning: string
  readonly expression: RegExp
}

export function lifetimeRows(lifetimes: readonly Lifetime[]): readonly LifetimeRow[] {
  return lifetimes.flatMap((lifetime) =>
    lifetime.paths.map((pattern) => ({
      lifetime,
      beginning: /^[^:*]*/.exec(pattern)?.[0] ?? '',
      expression: pathExpression(pattern),
    })),
  )
}

/** The first row that matches a path. The path may be declared or requested. */
export function findLifetime(
  rows: readonly LifetimeRow[],
  method: string,
  path: string,
): LifetimeRow | undefined {
  return rows.find(
    ({ lifetime: { methods }, beginning, expression }) =>
      path.startsWith(beginning) &&
      (methods === undefined || methods.some((each) => each === method)) &&
      expression.test(path),
  )
}
