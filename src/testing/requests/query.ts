/** Selects entries of the request log. */
import { pathOf } from '../../http/form.ts'
import { readOffsetTime } from '../../lib/time/iso-time.ts'
import type { EntryKind, LogEntry } from '../../request-log/entry.ts'
import { pathPattern } from '../path-pattern.ts'
import { ControlRefused } from '../refused.ts'

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 1_000

export interface EntryQuery {
  matches(entry: LogEntry): boolean
  /**
   * True for a query with `since`, which returns the first matching entries. Other queries return the last matching
   * entries.
   */
  readonly isForward: boolean
  readonly limit: number
}

type Test = (entry: LogEntry) => boolean

const KINDS: readonly EntryKind[] = ['request', 'stream', 'webhook']

/** For each parameter of a query except `limit`, the function that makes a test of entries from the value. */
const TESTS: Readonly<Record<string, (value: string) => Test>> = {
  app: (value) => {
    const id = idOf('app', value)
    return (entry) => entry.appId === id
  },
  user: (value) => {
    const id = idOf('user', value)
    return (entry) => entry.userId === id
  },
  path: (value) => {
    const isOn = pathPattern(value)
    return ({ request, endpoint }) => isOn(pathOf(request.target)) || endpoint === value
  },
  method: (value) => (entry) => entry.request.method === value.toUpperCase(),
  status: (value) => {
    if (!/^[1-5](\d\d|xx)$/.test(value)) throw new ControlRefused('status is a number such as 429, or 4xx')
    return (entry) => String(entry.response?.status).startsWith(value.replace('xx', ''))
  },
  kind: (value) => {
    if (!KINDS.some((kind) => kind === value)) throw new ControlRefused(`kind is one of ${KINDS.join(', ')}`)
    return (entry) => entry.kind === value
  },
  fault: (value) => (entry) => entry.faults.includes(value),
  since: (value) => {
    if (/^\d{1,15}$/.test(value)) return (entry) => entry.id > Number(value)
    const at = readOffsetTime(value)
    if (at === undefined) {
      throw new ControlRefused('since is the id of an entry, or a time such as 2020-09-01T12:00:00Z')
    }
    return (entry) => entry.at >= at
  },
}

/**
 * Reads the parameters of a query.
 * @param limits default and maximum of the parameter `limit`
 * @throws {ControlRefused} with the name of the wrong parameter
 */
export function readQuery(
  sent: Readonly<Record<string, string | readonly string[] | undefined>>,
  limits: { readonly byDefault: number; readonly max: number } = { byDefault: DEFAULT_LIMIT, max: MAX_LIMIT },
): EntryQuery {
  const tests: Test[] = []
  let limit = limits.byDefault
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== 'string') throw new ControlRefused(`send ${name} once`)
    if (name === 'limit') limit = limitOf(value, limits.max)
    else if (Object.hasOwn(TESTS, name)) tests.push((TESTS[name] as (value: string) => Test)(value))
    else
      throw new ControlRefused(
        `there is no parameter ${name}; use ${[...Object.keys(TESTS), 'limit'].join(', ')}`,
      )
  }
  return {
    matches: (entry) => tests.every((test) => test(entry)),
    isForward: sent['since'] !== undefined,
    limit,
  }
}

/** The entries that a query selects, in the order of the log. */
export function select(
  entries: readonly LogEntry[],
  { matches, isForward, limit }: EntryQuery,
): readonly LogEntry[] {
  const found = entries.filter(matches)
  return isForward ? found.slice(0, limit) : found.slice(Math.max(0, found.length - limit))
}

function limitOf(value: string, max: number): number {
  const limit = /^\d{1,6}$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= max) return limit
  throw new ControlRefused(`limit is a number from 1 to ${max}`)
}

function idOf(name: string, value: string): bigint {
  if (/^\d{1,19}$/.test(value)) return BigInt(value)
  throw new ControlRefused(`${name} is an id in decimal digits`)
}
