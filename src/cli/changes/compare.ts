/** Changes of the API between two days that affect the requests of an app (spec/versioning.md#changes-for-an-app). */
import { LOWER_CASE_NAMES_SINCE } from '../../api/_versions/calendar.ts'
import { Lifecycles } from '../../api/_versions/lifecycles.ts'
import { findLifetime } from '../../api/_versions/lifetime.ts'
import { LIFETIME_ROWS } from '../../api/_versions/lifetimes.ts'
import { limitedOn } from '../../api/_versions/limits.ts'
import type { Day } from '../../formats/fields/day.ts'
import type { Method, WindowSpec } from '../../http/endpoint.ts'
import { memberChanges, memberNames } from './members.ts'
import { longTexts, refusedNames } from './refused-values.ts'

/** A logged request with its response. */
export interface LoggedCall {
  readonly method: string
  /** The declared path of the endpoint; undefined if no endpoint served the request. */
  readonly endpoint: string | undefined
  /** Requested path, without the query. */
  readonly path: string
  /** Query, without the question mark. */
  readonly query: string
  /** The request body, as far as it was logged. */
  readonly sent: string | undefined
  /** The response body, as far as it was logged. */
  readonly body: string | undefined
  readonly isHttp1: boolean
}

/** An endpoint of this server. */
export interface KnownEndpoint {
  readonly method: Method
  readonly paths: readonly [string, ...string[]]
  readonly window: WindowSpec | undefined
}

export interface Change {
  readonly kind:
    | 'path-ends'
    | 'path-unknown'
    | 'path-deprecated'
    | 'field-ends'
    | 'field-changes'
    | 'field-begins'
    | 'limit-shrinks'
    | 'name-unknown'
    | 'text-too-long'
    | 'header-names'
  /** Method and declared path; absent if the change affects all endpoints. */
  readonly endpoint?: string
  /** The change, written as a sentence. */
  readonly text: string
}

/** The current day of the API (`from`) and a later day (`until`). */
export interface DaySpan {
  readonly from: Day
  readonly until: Day
}

/** The changes that affect these requests, without duplicates. Changes of paths come first. */
export function changesFor(
  calls: readonly LoggedCall[],
  endpoints: readonly KnownEndpoint[],
  span: DaySpan,
): readonly Change[] {
  const byEndpoint = Map.groupBy(calls, ({ method, endpoint, path }) => `${method} ${endpoint ?? path}`)
  const ofEndpoints = [...byEndpoint].flatMap(([name, own]) => {
    const [first] = own
    if (first === undefined) return []
    const change = pathChange(name, first, span)
    const known = endpoints.find(
      ({ method, paths }) => method === first.method && paths.some((path) => path === first.endpoint),
    )
    const limits = known === undefined ? [] : limitChanges(name, known, span)
    return [
      ...change,
      ...limits,
      ...nameChanges(name, own, span),
      ...textChange(name, own, span),
      ...fieldChanges(name, own, span),
    ]
  })
  const rank = ({ kind }: Change) => (kind.startsWith('path') ? 0 : 1)
  return [...headerChange(calls, span), ...ofEndpoints].toSorted((a, b) => rank(a) - rank(b))
}

function pathChange(name: string, { method, endpoint, path }: LoggedCall, span: DaySpan): Change[] {
  const life = new Lifecycles(LIFETIME_ROWS, new Set()).of(method, endpoint ?? path)
  if (life === undefined || life(path, span.from).gone !== undefined) return []
  const { gone, signals } = life(path, span.until)
  const retirement = findLifetime(LIFETIME_ROWS, method, endpoint ?? path)?.lifetime.retirement
  if (gone !== undefined) {
    return retirement === undefined || span.until < retirement.sunset
      ? [{ kind: 'path-unknown', endpoint: name, text: `${name} is 404: ${gone.message}.` }]
      : [{ kind: 'path-ends', endpoint: name, text: `${name} is 410: ${gone.message}` }]
  }
  if (signals.length === 0 || retirement === undefined) return []
  const text = `${name} is deprecated and ends on ${retirement.sunset}; use ${retirement.successor}.`
  return [{ kind: 'path-deprecated', endpoint: name, text }]
}

function limitChanges(name: string, known: KnownEndpoint, { from, until }: DaySpan): Change[] {
  const [before, after] = [from, until].map((day) => limitedOn(known, day).window)
  return (['user', 'app'] as const).flatMap((kind): Change[] => {
    const [earlier = Number.POSITIVE_INFINITY, later = Number.POSITIVE_INFINITY] = [
      before?.[kind],
      after?.[kind],
    ]
    if (later >= earlier || later === 0) return []
    const was = earlier === Number.POSITIVE_INFINITY ? 'unlimited' : String(earlier)
    const minutes = (after?.seconds ?? 900) / 60
    const text = `${name} allows ${later} calls of ${kind === 'user' ? 'a user' : 'an app'} in ${minutes} minutes; before: ${was}.`
    return [{ kind: 'limit-shrinks', endpoint: name, text }]
  })
}

function nameChanges(name: string, calls: readonly LoggedCall[], span: DaySpan): Change[] {
  if (!/^[A-Z]+ \/2\//.test(name)) return []
  return refusedNames(
    calls.map(({ query }) => query),
    span,
  ).map(({ parameter, value }) => ({
    kind: 'name-unknown',
    endpoint: name,
    text: `${name} is 400 with ${value} in ${parameter}.`,
  }))
}

/** The requests that create posts in v1.1; the maximum length of their text depends on the day. */
const POSTING = /^POST \/1\.1\/statuses\/update(_with_media)?\.json$/

function textChange(name: string, calls: readonly LoggedCall[], span: DaySpan): Change[] {
  if (!POSTING.test(name)) return []
  const texts = calls.flatMap(({ query, sent }) => {
    const [inForm, inQuery] = [sent ?? '', query].map((text) => new URLSearchParams(text).get('status'))
    return inForm ?? inQuery ?? []
  })
  const { count, max } = longTexts(texts, span)
  if (count === 0) return []
  const text = `${name} is 403 for texts of more than ${max} characters: ${count} of ${texts.length}.`
  return [{ kind: 'text-too-long', endpoint: name, text }]
}

const FIELD_TEXTS = {
  'field-ends': 'is no longer sent',
  'field-changes': 'has other values, such as null',
  'field-begins': 'is new',
} as const

function fieldChanges(name: string, calls: readonly LoggedCall[], span: DaySpan): Change[] {
  const names = new Set(calls.flatMap(({ body }) => (body === undefined ? [] : memberNames(body))))
  const [{ endpoint, path } = { endpoint: undefined, path: '' }] = calls
  return memberChanges(endpoint ?? path, names, span).map(({ kind, object, member }) => ({
    kind,
    endpoint: name,
    text: `${name}: ${member} of the ${object} ${FIELD_TEXTS[kind]}.`,
  }))
}

function headerChange(calls: readonly LoggedCall[], { from, until }: DaySpan): Change[] {
  const isMixed = (day: Day) => day < LOWER_CASE_NAMES_SINCE
  if (isMixed(from) === isMixed(until) || !calls.some(({ isHttp1 }) => isHttp1)) return []
  const words = isMixed(until) ? 'in mixed case' : 'in lower case'
  return [
    { kind: 'header-names', text: `Names of response headers are ${words}: compare them without case.` },
  ]
}
