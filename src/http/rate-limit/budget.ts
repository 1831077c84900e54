/** The budget of a call, and its size under the setting `limits`. */
import type { CallerFacts, WindowOwner, WindowSpec } from '../endpoint.ts'

/** As documented, a hundred times as much, or counted but not enforced. */
export type Limits = 'documented' | 'relaxed' | 'off'

const RELAXED = 100

export function scaledLimit(limit: number, limits: Limits): number {
  return limits === 'relaxed' ? limit * RELAXED : limit
}

/** One counter of the window store. */
export interface Budget {
  readonly key: string
  readonly limit: number
  readonly seconds: number
}

/** Default length of a window, in seconds. */
export const FIFTEEN_MINUTES = 900

/** The budget that a call is charged to; undefined when the endpoint does not limit this kind of caller. */
export function windowOf(
  family: { readonly windowBy: WindowOwner },
  endpoint: {
    readonly method: string
    readonly paths: readonly [string, ...string[]]
    readonly window: WindowSpec | undefined
  },
  caller: CallerFacts,
): Budget | undefined {
  if (endpoint.window === undefined || (caller.kind !== 'user' && caller.kind !== 'app')) return undefined
  const limit = endpoint.window[caller.kind]
  const { per = 'token' } = endpoint.window
  const owner = per === 'user' ? (caller.userKey ?? caller.windowKey) : ownerOf(family, caller)
  if (limit === undefined || owner === undefined) return undefined
  const { seconds = FIFTEEN_MINUTES } = endpoint.window
  return { key: `${owner} ${nameOf(endpoint, endpoint.window)}`, limit, seconds }
}

function ownerOf(
  { windowBy }: { readonly windowBy: WindowOwner },
  { windowKey, pairKey, appKey }: CallerFacts,
): string | undefined {
  if (windowBy === 'app') return appKey
  return windowBy === 'pair' ? (pairKey ?? windowKey) : windowKey
}

/** The additional budget of the caller's app; undefined for an endpoint without one. */
export function appWindowOf(
  endpoint: Parameters<typeof windowOf>[1],
  { appKey }: Pick<CallerFacts, 'appKey'>,
): Budget | undefined {
  const limit = endpoint.window?.ofApp
  if (endpoint.window === undefined || limit === undefined || appKey === undefined) return undefined
  const { seconds = FIFTEEN_MINUTES } = endpoint.window
  return { key: `${appKey} ${nameOf(endpoint, endpoint.window)}`, limit, seconds }
}

function nameOf(
  { method, paths }: Pick<Parameters<typeof windowOf>[1], 'method' | 'paths'>,
  { budget = paths[0], countedAs = method }: { readonly budget?: string; readonly countedAs?: string },
): string {
  return `${countedAs} ${budget}`
}
