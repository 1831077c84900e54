/**
 * The state of a path on a day: not introduced yet, served, deprecated, or retired (spec/versioning.md#retired-paths).
 */
import { type Day, isOn, LATEST_DAY } from '../../formats/fields/day.ts'
import { EdgeError } from '../../http/endpoint.ts'
import { type HeaderList, headerList } from '../../http/headers.ts'
import type { Lifecycle, Version } from '../../http/pipeline.ts'
import {
  type EndingLifetime,
  findLifetime,
  type Lifetime,
  type LifetimeRow,
  pathExpression,
  SAFE_PIECE,
} from './lifetime.ts'
import { VERSIONS_PAGE } from './lifetimes.ts'

const CURRENT: Version = { signals: [], gone: undefined }

/** Finds the state of a path in the table of lifetimes. */
export class Lifecycles {
  readonly #rows: readonly LifetimeRow[]
  readonly #served: ReadonlySet<string>

  /** @param served the patterns of all served paths; deprecation headers link only to these paths */
  constructor(rows: readonly LifetimeRow[], served: ReadonlySet<string>) {
    this.#rows = rows
    this.#served = served
  }

  /** The lifecycle of a declared endpoint; undefined for an endpoint that is served on all days. */
  of(method: string, pattern: string): Lifecycle | undefined {
    const row = findLifetime(this.#rows, method, pattern)
    if (row === undefined) return undefined
    const { lifetime } = row
    const links = pathExpression(pattern, SAFE_PIECE)
    const texts = pathExpression(pattern)
    return (path, day) => {
      if (!isOn(lifetime, day)) return { signals: [], gone: goneOn(day, lifetime, path, texts) }
      if (!isEnding(lifetime) || !isAnnounced(lifetime, day)) return CURRENT
      return { signals: this.#signals(lifetime, path, links), gone: undefined }
    }
  }

  /** The error for a retired path that has no endpoint; undefined for other paths. */
  retired(method: string, path: string, day: Day): Error | undefined {
    const row = findLifetime(this.#rows, method, path)
    if (row === undefined || !isEnding(row.lifetime)) return undefined
    const { paths, retirement } = row.lifetime
    // On the latest day, a path that another method serves is not retired.
    if (day === LATEST_DAY && paths.some((pattern) => this.#served.has(pattern))) return undefined
    return day < retirement.sunset ? undefined : retiredError(row.lifetime, path, row.expression)
  }

  /** True if the table has a lifetime of the path and the lifetime does not contain the day. */
  hasEnded(method: string, path: string, day: Day): boolean {
    const row = findLifetime(this.#rows, method, path)
    return row !== undefined && !isOn(row.lifetime, day)
  }

  /** The headers of a deprecated path, by RFC 9745, RFC 8594 and RFC 5829 (spec/versioning.md#deprecation-headers). */
  #signals({ retirement }: EndingLifetime, path: string, links: RegExp): HeaderList {
    const { deprecated, sunset, successor } = retirement
    const list = [
      `<${VERSIONS_PAGE}>; rel="deprecation"; type="text/html"`,
      `<${VERSIONS_PAGE}>; rel="sunset"; type="text/html"`,
    ]
    if (this.#served.has(successor)) list.push(`<${filled(successor, path, links)}>; rel="successor-version"`)
    return headerList({
      deprecation: `@${Date.parse(deprecated) / 1000}`,
      sunset: new Date(sunset).toUTCString(),
      link: list.join(', '),
    })
  }
}

function isEnding(lifetime: Lifetime): lifetime is EndingLifetime {
  return lifetime.retirement !== undefined
}

/** True if a path is deprecated on a day. On the latest day, no path is deprecated, because no path ends. */
function isAnnounced({ retirement }: EndingLifetime, day: Day): boolean {
  return day !== LATEST_DAY && day >= retirement.deprecated
}

function goneOn(day: Day, lifetime: Lifetime, path: string, texts: RegExp): EdgeError {
  if (isEnding(lifetime) && day >= lifetime.retirement.sunset) return retiredError(lifetime, path, texts)
  return new EdgeError('unknown-path', `the API of ${day} has no such endpoint`)
}

function retiredError({ retirement }: EndingLifetime, path: string, expression: RegExp): EdgeError {
  const { reason, sunset, successor } = retirement
  return new EdgeError(
    reason,
    `This endpoint was retired on ${sunset}. Use ${filled(successor, path, expression)}.`,
  )
}

/** The path of a successor, with the parameter values of the requested path. */
function filled(successor: string, path: string, expression: RegExp): string {
  const pieces = expression.exec(path)?.groups ?? {}
  return successor.replaceAll(/:([a-z_]+)/g, (name, key: string) => pieces[key] ?? name)
}
