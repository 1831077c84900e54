/** Finds the rate limit budgets of a call, and applies the setting `limits` to their size. */
import type { CallerFacts, FurtherWindow, WindowOwner, WindowSpec } from '../endpoint.ts'

/**
 * `documented`: the documented limits. `relaxed`: limits a hundred times as high. `off`: requests are counted but not
 * limited.
 */
export type Limits = 'documented' | 'relaxed' | 'off'

const RELAXED = 100

export function scaledLimit(limit: number, limits: Limits): number {
  return limits === 'relaxed' ? limit * RELAXED : limit
}

/** One counter in the window store, with the window that it counts. */
export interface Budget {
  readonly key: string
  readonly limit: number
  readonly seconds: number
  readonly isUnlisted?: boolean | undefined
}

/** Default length of a window, in seconds. */
export const FIFTEEN_MINUTES = 900

/** The properties of an endpoint that determine its budgets. */
export interface LimitedEndpoint {
  readonly method: string
  readonly paths: readonly [string, ...string[]]
  readonly window: WindowSpec | undefined
}

interface LimitedFamily {
  readonly windowBy: WindowOwner
}

/** The budget to which a call is charged; undefined when the endpoint has no limit for this kind of caller. */
export function windowOf(
  family: LimitedFamily,
  endpoint: LimitedEndpoint,
  caller: CallerFacts,
): Budget | undefined {
  if (endpoint.window === undefined || (caller.kind !== 'user' && caller.kind !== 'app')) return undefined
  const limit = endpoint.window[caller.kind]
  const owner = ownerOf(family, endpoint.window, caller)
  if (limit === undefined || owner === undefined) return undefined
  const { seconds = FIFTEEN_MINUTES, isUnlisted } = endpoint.window
  return { key: `${owner} ${nameOf(endpoint, endpoint.window)}`, limit, seconds, isUnlisted }
}

/** A further budget to which a call is charged, in addition to its window. */
export interface FurtherBudget extends Budget {
  readonly of: FurtherWindow['of']
}

/** The further budgets to which a call is charged, in addition to the budget of {@link windowOf}. */
export function furtherBudgetsOf(
  family: LimitedFamily,
  { method, paths, window }: LimitedEndpoint,
  caller: CallerFacts,
): readonly FurtherBudget[] {
  if (window?.further === undefined) return NO_BUDGETS
  return window.further.flatMap(({ of, limit, seconds, isUnlisted, budget = `${paths[0]} ${seconds}` }) => {
    const owner = ownerOf(family, of === 'caller' ? window : { per: of }, caller)
    return owner === undefined ? [] : { of, key: `${owner} ${method} ${budget}`, limit, seconds, isUnlisted }
  })
}

const NO_BUDGETS: readonly FurtherBudget[] = Object.freeze([])

function ownerOf(
  { windowBy }: LimitedFamily,
  { per = windowBy }: Pick<WindowSpec, 'per'>,
  { windowKey, pairKey, userKey, appKey }: CallerFacts,
): string | undefined {
  switch (per) {
    case 'app':
      return appKey
    case 'user':
      return userKey ?? windowKey
    case 'pair':
      return pairKey ?? windowKey
    case 'token':
      return windowKey
  }
}

function nameOf(
  { method, paths }: LimitedEndpoint,
  { budget = paths[0], countedAs = method }: { readonly budget?: string; readonly countedAs?: string },
): string {
  return `${countedAs} ${budget}`
}
