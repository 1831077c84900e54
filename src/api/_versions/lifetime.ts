/** The life of a path of the API: its first day, its announced end, and its last day. */
import type { Dated, Day } from '../../formats/fields/day.ts'
import type { Method } from '../../http/endpoint.ts'

/**
 * Paths with their first and last days. Before `since`, and after an `until` without a retirement, they are unknown.
 */
export interface Lifetime extends Dated {
  /** Default: all. */
  readonly methods?: readonly Method[]
  /** Patterns of paths. `:id` or `:` matches one piece; `/*` at the end matches every path with this beginning. */
  readonly paths: readonly string[]
  readonly retirement?: Retirement
}

/** An announced end: headers from `deprecated`, and 410 from `until` of the lifetime. */
export interface Retirement {
  /** A day that is not after the end. */
  readonly deprecated: Day
  readonly sunset: Day
  /** The path of the successor; `:id` is the parameter of the requested path. */
  readonly successor: string
  readonly reason: 'version-inactive' | 'endpoint-retired' | 'unknown-path'
}

/** A lifetime with an announced end. */
export type EndingLifetime = Lifetime & { readonly retirement: Retirement }

/** A piece of a path that a header may repeat. For other pieces the header has the name of the parameter. */
export const SAFE_PIECE = '[A-Za-z0-9_-]+'

/**
 * A regular expression for the paths of a pattern; parameters are groups by their names.
 * @param piece expression for a parameter
 */
export function pathExpression(pattern: string, piece = '[^/]+'): RegExp {
  const isBeginning = pattern.endsWith('/*')
  const source = (isBeginning ? pattern.slice(0, -1) : pattern)
    .replaceAll('.', '\\.')
    .replaceAll(/:([a-z_]*)/g, (_text, name: string) => (name === '' ? piece : `(?<${name}>${piece})`))
  return new RegExp(isBeginning ? `^${source}` : `^${source}$`)
}

/** A lifetime with one of its patterns, prepared for lookups. */
export interface LifetimeRow {
  readonly lifetime: Lifetime
  readonly expression: RegExp
}

export function lifetimeRows(lifetimes: readonly Lifetime[]): readonly LifetimeRow[] {
  return lifetimes.flatMap((lifetime) =>
    lifetime.paths.map((pattern) => ({ lifetime, expression: pathExpression(pattern) })),
  )
}

/** The row of a declared or requested path; the first one counts. */
export function findLifetime(
  rows: readonly LifetimeRow[],
  method: string,
  path: string,
): LifetimeRow | undefined {
  return rows.find(
    ({ lifetime: { methods }, expression }) =>
      (methods === undefined || methods.some((each) => each === method)) && expression.test(path),
  )
}
