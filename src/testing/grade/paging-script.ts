/** Defines the faults for requests of list pages. Each request is a step. */
import type { Fault } from '../library/control-types.ts'

export type PagingTrial = 'page' | 'rate-limit' | 'unavailable' | 'cut-body'

/** The trial of each request, in order; later requests get normal responses. */
export const PAGING_SCRIPT: readonly PagingTrial[] = [
  'page',
  'rate-limit',
  'page',
  'unavailable',
  'page',
  'cut-body',
]

/** Lists whose pages are graded, each with its cursor parameter. */
export const PAGED_PATHS: Readonly<Record<string, string>> = {
  '/1.1/followers/ids.json': 'cursor',
  '/1.1/followers/list.json': 'cursor',
  '/2/users/:id/followers': 'pagination_token',
}

/** Seconds from a 429 response to the end of its rate window. */
export const WINDOW_SECONDS = { whole: 15, quick: 5 } as const

/** The faults of a trial. @param now milliseconds since the Unix epoch */
export function pagingFaults(trial: PagingTrial, path: string, now: number, isQuick: boolean): Fault[] {
  if (trial === 'page') return []
  if (trial === 'unavailable') return [{ path, do: { error: 503 } }]
  if (trial === 'cut-body') return [{ path, do: { cut: 'body' } }]
  const reset = Math.ceil(now / 1000) + WINDOW_SECONDS[isQuick ? 'quick' : 'whole']
  return [{ path, do: { error: 429, headers: { 'x-rate-limit-reset': String(reset) } } }]
}
