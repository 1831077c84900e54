/** Which budget a call is charged to, and how large it is under the setting `limits`. */
import type { CallerFacts, WindowSpec } from '../endpoint.ts'

/** As documented, a hundred times as much, or counted but never refused. */
export type Limits = 'documented' | 'relaxed' | 'off'

const RELAXED = 100

export function scaledLimit(limit: number, limits: Limits): number {
  return limits === 'relaxed' ? limit * RELAXED : limit
}

/** Seconds of a window when the endpoint says nothing else. */
export const FIFTEEN_MINUTES = 900

/** The budget that a call is charged to; undefined when the endpoint does not limit this kind of caller. */
export function windowOf(
  family: { readonly windowBy: 'token' | 'app' },
  endpoint: {
    readonly method: string
    readonly paths: readonly [string, ...string[]]
    readonly window: WindowSpec | undefined
  },
  caller: CallerFacts,
): { readonly key: string; readonly limit: number; readonly seconds: number } | undefined {
  if (endpoint.window === undefined || (caller.kind !== 'user' && caller.kind !== 'app')) return undefined
  const limit = endpoint.window[caller.kind]
  const owner = family.windowBy === 'app' ? caller.appKey : caller.windowKey
  if (limit === undefined || owner === undefined) return undefined
  const { seconds = FIFTEEN_MINUTES, budget = endpoint.paths[0] } = endpoint.window
  return { key: `${owner} ${endpoint.method} ${budget}`, limit, seconds }
}
