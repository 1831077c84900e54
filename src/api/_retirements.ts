/**
 * Dates of versions as data (spec/versioning.md): which paths are deprecated or retired from when, what replaces
 * them, and how that is signalled.
 */
import { EdgeError } from '../http/endpoint.ts'
import type { Version } from '../http/pipeline.ts'

interface Retirement {
  readonly method: 'GET' | 'POST' | 'any'
  /** The path, or a beginning that ends in `/*`. */
  readonly path: string
  /** From when it is deprecated; a day, UTC. */
  readonly deprecated: string
  /** From when it is gone. */
  readonly sunset: string
  /** The path that replaces it. */
  readonly successor: string
  readonly reason: 'version-inactive' | 'endpoint-retired'
  /** Whether Aviary has it at all; what it has not is gone whatever the date. */
  readonly served: boolean
}

const LEGACY_MESSAGES = {
  deprecated: '2017-09-14',
  sunset: '2018-09-17',
  reason: 'endpoint-retired',
  served: false,
} as const

export const RETIREMENTS: readonly Retirement[] = [
  {
    method: 'any',
    path: '/1/*',
    deprecated: '2012-09-05',
    sunset: '2013-06-11',
    successor: '/1.1/',
    reason: 'version-inactive',
    served: false,
  },
  legacyMessages('GET', '/1.1/direct_messages.json', '/1.1/direct_messages/events/list.json'),
  legacyMessages('GET', '/1.1/direct_messages/sent.json', '/1.1/direct_messages/events/list.json'),
  legacyMessages('GET', '/1.1/direct_messages/show.json', '/1.1/direct_messages/events/show.json'),
  legacyMessages('POST', '/1.1/direct_messages/new.json', '/1.1/direct_messages/events/new.json'),
  legacyMessages('POST', '/1.1/direct_messages/destroy.json', '/1.1/direct_messages/events/destroy.json'),
]

function legacyMessages(method: 'GET' | 'POST', path: string, successor: string): Retirement {
  return { method, path, successor, ...LEGACY_MESSAGES }
}

const CURRENT: Version = { headers: {}, gone: undefined }

/**
 * Makes the function that says what the table knows of a path.
 * @param table {@link RETIREMENTS}
 * @param now the day that counts, in milliseconds since the Unix epoch; undefined never retires what is served
 */
export function versionsBy(
  table: readonly Retirement[],
  now: () => number | undefined,
): (method: string, path: string) => Version {
  return (method, path) => {
    const row = table.find((entry) => matches(entry, method, path))
    if (row === undefined) return CURRENT
    const day = now()
    const isGone = !row.served || (day !== undefined && day >= Date.parse(row.sunset))
    if (isGone)
      return { headers: signalsOf(row), gone: new EdgeError(row.reason, `retired on ${row.sunset}`) }
    const isDeprecated = day !== undefined && day >= Date.parse(row.deprecated)
    return { headers: isDeprecated ? signalsOf(row) : {}, gone: undefined }
  }
}

/** The clock of the setting `api_date`: a fixed day, the present, or none. */
export function apiClock(setting: string, now: () => number): () => number | undefined {
  if (setting === 'off') return () => undefined
  if (setting === 'live') return now
  const fixed = Date.parse(setting)
  return () => fixed
}

function matches(row: Retirement, method: string, path: string): boolean {
  if (row.method !== 'any' && row.method !== method) return false
  return row.path.endsWith('/*') ? path.startsWith(row.path.slice(0, -1)) : path === row.path
}

/** RFC 9745, RFC 8594 and RFC 5829 (spec/versioning.md section 3). */
function signalsOf(row: Retirement): Record<string, string> {
  return {
    deprecation: `@${Date.parse(row.deprecated) / 1000}`,
    sunset: new Date(row.sunset).toUTCString(),
    link: `<${row.successor}>; rel="successor-version"`,
  }
}
