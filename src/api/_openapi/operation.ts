/** The operation of the API document for one method of one path. */
import type { Caller } from '../../auth/caller.ts'
import type { AuthKind, Endpoint, Family, WindowSpec } from '../../http/endpoint.ts'
import { FIFTEEN_MINUTES } from '../../http/rate-limit/budget.ts'
import type { Services } from '../_services.ts'
import { findLifetime, type Retirement } from '../_versions/lifetime.ts'
import { LIFETIME_ROWS } from '../_versions/lifetimes.ts'
import type { Components, Json } from './components.ts'
import { inputOf } from './parameters.ts'
import { responsesOf } from './responses.ts'
import { securityOf } from './security.ts'

type AnyEndpoint = Endpoint<Caller, Services>

export function operationOf(
  family: Family<Caller, Services>,
  endpoint: AnyEndpoint,
  path: string,
  components: Components,
): Json {
  const { method, summary } = endpoint
  const retirement = findLifetime(LIFETIME_ROWS, method, path)?.lifetime.retirement
  const remarks = remarksOn(endpoint, retirement)
  return {
    operationId: operationId(method, path),
    tags: [family.name],
    summary,
    ...(remarks.length === 0 ? {} : { description: remarks.join('\n\n') }),
    ...(retirement === undefined ? {} : signsOf(retirement)),
    ...(endpoint.isEndless === true ? { 'x-stream': true } : {}),
    security: securityOf(endpoint),
    ...inputOf(endpoint, path, components),
    responses: responsesOf(family, endpoint, retirement, components),
    ...windowOf(family, endpoint),
  }
}

/**
 * The id of an operation, for example `getV11FollowersIds` for `GET /1.1/followers/ids.json`, or `getLabsV2TweetsById`
 * for `GET /labs/2/tweets/:id`.
 */
export function operationId(method: string, path: string): string {
  if (path === '/') return `${method.toLowerCase()}Root`
  const pieces = path
    .replace(/\.json$/, '')
    .split('/')
    .filter((piece) => piece !== '')
    .map((piece) => piece.replace(/^:/, 'by_').replace(/^\d/, 'v$&'))
  const words = pieces.flatMap((piece) => piece.split(/[^A-Za-z0-9]+/)).filter((word) => word !== '')
  // This word distinguishes a path that ends in a slash from the same path without the slash.
  if (path.endsWith('/')) words.push('slash')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function remarksOn(
  { method, auth, writes, window }: AnyEndpoint,
  retirement: Retirement | undefined,
): string[] {
  const remarks: string[] = []
  if (writes) remarks.push('The token needs the right to write.')
  if (window !== undefined) remarks.push(windowText(auth, window))
  if ((window?.countedAs ?? method) !== method) remarks.push(`Counted together with ${window?.countedAs}.`)
  if (retirement !== undefined) {
    const { deprecated, sunset, successor } = retirement
    remarks.push(`Deprecated from ${deprecated}, gone from ${sunset}. Use \`${successor}\`.`)
  }
  return remarks
}

function windowText(auth: readonly AuthKind[], window: WindowSpec): string {
  const { seconds = FIFTEEN_MINUTES, budget } = window
  const kinds = [
    ['user', 'a user’s token'],
    ['app', 'a bearer token'],
  ] as const
  const grants = kinds
    .filter(([kind]) => auth.includes(kind))
    .map(([kind, name]) => `${window[kind] ?? 'any number'} by ${name}`)
  const shared = budget === undefined ? '' : ` Endpoints with the budget \`${budget}\` share one window.`
  return `Requests in ${seconds / 60} minutes: ${grants.join(', ')}.${shared}${furtherText(window)}`
}

function furtherText({ further = [] }: WindowSpec): string {
  return further
    .map(({ of, limit, seconds, budget }) => {
      const owner = of === 'app' ? 'all users of the app' : 'the user'
      const shared = budget === undefined ? '' : ` in the budget \`${budget}\``
      return ` In ${seconds / 3_600} hours: ${limit} for ${owner}${shared}.`
    })
    .join('')
}

function signsOf({ deprecated, sunset, successor }: Retirement): Json {
  return { deprecated: true, 'x-deprecated-from': deprecated, 'x-sunset': sunset, 'x-successor': successor }
}

/**
 * The rate window with the setting `limits=documented`: the number of requests for each kind of caller. The number
 * is 0 for a kind of caller that the endpoint does not accept, and absent for a kind without a limit.
 */
function windowOf({ windowBy }: Family<Caller, Services>, { window }: AnyEndpoint): Json {
  if (window === undefined) return {}
  const { seconds = FIFTEEN_MINUTES, ...grants } = window
  return { 'x-rate-limit': { ...grants, seconds, per: windowBy } }
}
