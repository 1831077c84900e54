/** The faults of the requests for pages of the graded list, one step per request. */
import type { Fault } from '../library/control-types.ts'

export type PagingTrial = 'page' | 'rate-limit' | 'unavailable' | 'cut-body'

/** Each request takes one step; requests after the last one are answered normally. */
export const PAGING_SCRIPT: readonly PagingTrial[] = [
  'page',
  'rate-limit',
  'page',
  'unavailable',
  'page',
  'cut-body',
]

/** Lists whose pages are graded, with their parameter for the position. */
export const PAGED_PATHS: Readonly<Record<string, string>> = {
  '/1.1/followers/ids.json': 'cursor',
  '/1.1/followers/list.json': 'cursor',
  '/2/users/:id/followers': 'pagination_token',
}

/** Seconds from a 429 to the end of its window. */
export const WINDOW_SECONDS = { whole: 15, quick: 5 } as const

/** @param now milliseconds since the Unix epoch */
export function pagingFaults(trial: PagingTrial, path: string, now: number, isQuick: boolean): Fault[] {
  if (trial === 'page') return []
  if (trial === 'unavailable') return [{ path, do: { error: 503 } }]
  if (trial === 'cut-body') return [{ path, do: { cut: 'body' } }]
  const reset = Math.ceil(now / 1000) + WINDOW_SECONDS[isQuick ? 'quick' : 'whole']
  return [{ path, do: { error: 429, headers: { 'x-rate-limit-reset': String(reset) } } }]
}
