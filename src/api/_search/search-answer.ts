/** Renders pages of a search (spec/recent-search.md#results). */
import type { Answer } from '../../http/endpoint.ts'
import { type Parts, partsAnswer } from '../_v2/parts.ts'
import { completeHeaders } from './index-gap.ts'

/**
 * The posts of a page, the token of the next page, and, if the page may lack posts, the time since which the index is
 * complete.
 */
export interface ShownPage {
  readonly ids: readonly bigint[]
  readonly next: string | undefined
  readonly since: string | undefined
}

/** The response. Posts that the caller may not see are left out without an error. */
export function searchAnswer(parts: Parts, page: ShownPage): Answer {
  // Errors about posts that have been deleted, or that the viewer may not see, are omitted.
  const errors = parts.errors.filter((error) => error.section !== 'data' || error.field !== undefined)
  const response = partsAnswer({ ...parts, errors }, false, JSON.stringify(metaOf(page)))
  return { ...response, ...completeHeaders(page.since) }
}

function metaOf({ ids, next, since }: ShownPage): object {
  const [newest, oldest] = [ids.reduce(newer, 0n), ids.reduce(older, ids[0] ?? 0n)]
  return {
    ...(ids.length === 0 ? {} : { newest_id: String(newest), oldest_id: String(oldest) }),
    result_count: ids.length,
    ...(next === undefined ? {} : { next_token: next }),
    ...(since === undefined ? {} : { index_complete_since: since }),
  }
}

function newer(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function older(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
