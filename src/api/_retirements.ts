/**
 * Dates of versions as data (spec/versioning.md#clock): which paths are deprecated or retired from when, what replaces
 * them, and how that is signalled.
 */
import { EdgeError } from '../http/endpoint.ts'
import { type HeaderList, headerList } from '../http/headers.ts'
import type { Lifecycle, Version } from '../http/pipeline.ts'

export interface Retirement {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'any'
  /** The path, in which `:name` stands for any one piece, or a beginning that ends in `/*`. */
  readonly path: string
  /** From when it is deprecated; a day, UTC. */
  readonly deprecated: string
  /** From when it is gone; not before `deprecated`. */
  readonly sunset: string
  /** The path that replaces it; pieces such as `:id` are those of the path that was asked. */
  readonly successor: string
  readonly reason: 'version-inactive' | 'endpoint-retired'
  /** Aviary never has it, so it is gone whatever the day. */
  readonly neverServed?: boolean
}

/** Where people read about all of this (spec/versioning.md#deprecation-headers). */
export const VERSIONS_PAGE = '/versioning'

/** Labs v1 endpoints that Labs v2 replaced 90 days after it came, extended to July. */
const LABS_1_EARLY = {
  deprecated: '2020-02-25',
  sunset: '2020-07-08',
  reason: 'endpoint-retired',
} as const

const LABS_1_LATE = {
  deprecated: '2020-08-12',
  sunset: '2020-10-12',
  reason: 'endpoint-retired',
} as const

const LEGACY_MESSAGES = {
  deprecated: '2017-09-14',
  sunset: '2018-09-17',
  reason: 'endpoint-retired',
  neverServed: true,
} as const

/** In the order of looking: the first row that matches counts. */
export const RETIREMENTS: readonly Retirement[] = [
  {
    method: 'any',
    path: '/1/*',
    deprecated: '2012-09-05',
    sunset: '2013-06-11',
    successor: '/1.1/',
    reason: 'version-inactive',
    neverServed: true,
  },
  legacyMessages('GET', '/1.1/direct_messages.json', '/1.1/direct_messages/events/list.json'),
  legacyMessages('GET', '/1.1/direct_messages/sent.json', '/1.1/direct_messages/events/list.json'),
  legacyMessages('GET', '/1.1/direct_messages/show.json', '/1.1/direct_messages/events/show.json'),
  legacyMessages('POST', '/1.1/direct_messages/new.json', '/1.1/direct_messages/events/new.json'),
  legacyMessages('POST', '/1.1/direct_messages/destroy.json', '/1.1/direct_messages/events/destroy.json'),
  { method: 'GET', path: '/labs/1/tweets', successor: '/labs/2/tweets', ...LABS_1_EARLY },
  { method: 'GET', path: '/labs/1/users', successor: '/labs/2/users', ...LABS_1_EARLY },
  { method: 'GET', path: '/labs/1/tweets/search', successor: '/labs/2/tweets/search', ...LABS_1_EARLY },
  {
    method: 'PUT',
    path: '/labs/1/tweets/:id/hidden',
    successor: '/labs/2/tweets/:id/hidden',
    ...LABS_1_EARLY,
  },
  {
    method: 'GET',
    path: '/labs/1/tweets/stream/filter',
    successor: '/2/tweets/search/stream',
    ...LABS_1_LATE,
  },
  {
    method: 'any',
    path: '/labs/1/tweets/stream/filter/rules',
    successor: '/2/tweets/search/stream/rules',
    ...LABS_1_LATE,
  },
  {
    method: 'GET',
    path: '/labs/1/tweets/stream/sample',
    successor: '/2/tweets/sample/stream',
    ...LABS_1_LATE,
  },
  { method: 'GET', path: '/labs/1/tweets/metrics/private', successor: '/2/tweets', ...LABS_1_LATE },
  {
    method: 'any',
    path: '/1.1/statuses/filter.json',
    deprecated: '2022-09-29',
    sunset: '2023-03-14',
    successor: '/2/tweets/search/stream',
    reason: 'endpoint-retired',
  },
  {
    method: 'any',
    path: '/1.1/statuses/sample.json',
    deprecated: '2022-09-29',
    sunset: '2022-10-29',
    successor: '/2/tweets/sample/stream',
    reason: 'endpoint-retired',
  },
  {
    method: 'GET',
    path: '/labs/2/tweets/search',
    deprecated: '2020-08-12',
    sunset: '2020-11-16',
    successor: '/2/tweets/search/recent',
    reason: 'endpoint-retired',
  },
  {
    method: 'PUT',
    path: '/labs/2/tweets/:id/hidden',
    deprecated: '2020-08-19',
    sunset: '2020-11-16',
    successor: '/2/tweets/:id/hidden',
    reason: 'endpoint-retired',
  },
]

function legacyMessages(method: 'GET' | 'POST', path: string, successor: string): Retirement {
  return { method, path, successor, ...LEGACY_MESSAGES }
}

/** The clock of the setting `api_date`: a fixed day, the present, or none; in milliseconds since the Unix epoch. */
export function apiClock(setting: string, now: () => number): () => number | undefined {
  if (setting === 'off') return () => undefined
  if (setting === 'live') return now
  const fixed = Date.parse(setting)
  return () => fixed
}

/** Entries of the table for paths, on the day of the request. */
export class Lives {
  readonly #rows: readonly Row[]
  readonly #today: () => number | undefined
  readonly #served: ReadonlySet<string>

  /**
   * @param today milliseconds since the Unix epoch; undefined never retires what is served
   * @param served the patterns of all paths that are served: a successor that is none of them is not linked to
   */
  constructor(table: readonly Retirement[], today: () => number | undefined, served: ReadonlySet<string>) {
    this.#rows = table.map((entry) => ({ entry, pattern: patternOf(entry.path) }))
    this.#today = today
    this.#served = served
  }

  /** The lifecycle of a served endpoint; undefined for an endpoint without an entry in the table. */
  of(method: string, path: string): Lifecycle | undefined {
    const row = this.#rows.find(({ entry }) => isMethod(entry, method) && entry.path === path)
    if (row === undefined) return undefined
    const { entry } = row
    // Whatever was sent may be said in a body, which is JSON.
    const spoken = { entry, pattern: patternOf(path, '[^/]+') }
    return (asked) => {
      const today = this.#today()
      if (today === undefined || today < Date.parse(entry.deprecated)) return CURRENT
      if (today >= Date.parse(entry.sunset)) {
        return { signals: [], gone: goneBy(entry, successorOf(spoken, asked)) }
      }
      return { signals: this.#signals(row, asked), gone: undefined }
    }
  }

  /** Why a path that nothing serves is refused, if it once was there. */
  retired(method: string, path: string): Error | undefined {
    const row = this.#rows.find(({ entry, pattern }) => isMethod(entry, method) && pattern.test(path))
    if (row === undefined) return undefined
    const { entry } = row
    const today = this.#today()
    const isGone = entry.neverServed || (today !== undefined && today >= Date.parse(entry.sunset))
    return isGone ? goneBy(entry, successorOf(row, path)) : undefined
  }

  /** RFC 9745, RFC 8594 and RFC 5829 (spec/versioning.md#deprecation-headers). */
  #signals(row: Row, asked: string): HeaderList {
    const { deprecated, sunset, successor } = row.entry
    const links = [
      `<${VERSIONS_PAGE}>; rel="deprecation"; type="text/html"`,
      `<${VERSIONS_PAGE}>; rel="sunset"; type="text/html"`,
    ]
    if (this.#served.has(successor)) links.push(`<${successorOf(row, asked)}>; rel="successor-version"`)
    return headerList({
      deprecation: `@${Date.parse(deprecated) / 1000}`,
      sunset: new Date(sunset).toUTCString(),
      link: links.join(', '),
    })
  }
}

interface Row {
  readonly entry: Retirement
  readonly pattern: RegExp
}

const CURRENT: Version = { signals: [], gone: undefined }

/** A piece of a path that may go into a header: anything else leaves the pattern's own name in the link. */
const PIECE = '[A-Za-z0-9_-]+'

function patternOf(path: string, piece = PIECE): RegExp {
  const text = path
    .replaceAll('.', '\\.')
    .replaceAll(/:([a-z]+)/g, `(?<$1>${piece})`)
    .replace(/\/\*$/, '/')
  return new RegExp(path.endsWith('/*') ? `^${text}` : `^${text}$`)
}

function isMethod({ method }: Retirement, asked: string): boolean {
  return method === 'any' || method === asked
}

function successorOf({ entry, pattern }: Row, asked: string): string {
  const pieces = pattern.exec(asked)?.groups ?? {}
  return entry.successor.replaceAll(/:([a-z]+)/g, (name, key: string) => pieces[key] ?? name)
}

function goneBy({ reason, sunset }: Retirement, instead: string): EdgeError {
  return new EdgeError(reason, `This endpoint was retired on ${sunset}. Use ${instead}.`)
}
