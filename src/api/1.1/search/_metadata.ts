/** The member `search_metadata` of search/tweets, with links to other pages (spec/posts.md#search). */
import { Type } from 'typebox'
import type { Sent } from '../../../http/form.ts'
import { jsonNumber } from '../../../lib/json.ts'
import type { SearchPage } from '../../_search/find-posts.ts'
import { postParams } from '../_posts.ts'

export const METADATA = Type.Object({
  completed_in: Type.Number(),
  max_id: Type.Integer(),
  max_id_str: Type.String(),
  next_results: Type.Optional(Type.String()),
  query: Type.String(),
  refresh_url: Type.String(),
  count: Type.Integer(),
  since_id: Type.Integer(),
  since_id_str: Type.String(),
})

export interface SearchRequest {
  readonly q: string
  readonly count: number
  readonly sinceId: bigint
  /** The parameters that links repeat. */
  readonly repeated: Readonly<Record<string, string>>
}

/** Parameters that links to other pages must repeat. */
const REPEATED_PARAMS = ['lang', 'locale', 'result_type', 'until', 'geocode', ...Object.keys(postParams)]

/** The parameters of a request that the links of its response repeat. */
export function repeatedOf(sent: Sent): Readonly<Record<string, string>> {
  const values = REPEATED_PARAMS.map((name) => [name, sent.get(name)?.[0] ?? ''] as const)
  // The public service adds this parameter to links, unless the client sent another value.
  return { include_entities: '1', ...Object.fromEntries(values.filter(([, value]) => value !== '')) }
}

/** The member `search_metadata` of a response. @param seconds duration of the search */
export function metadataOf(
  { q, count, sinceId, repeated }: SearchRequest,
  { ids, next }: SearchPage,
  seconds: number,
): object {
  const newest = ids[0] ?? sinceId
  const since = sinceId === 0n ? {} : { since_id: sinceId }
  return {
    completed_in: seconds,
    max_id: jsonNumber(newest),
    max_id_str: String(newest),
    ...(next === undefined
      ? {}
      : { next_results: addressOf({ max_id: next, ...since, q, count, ...repeated }) }),
    query: encodeURIComponent(q),
    refresh_url: addressOf({ since_id: newest, q, ...repeated }),
    count,
    since_id: jsonNumber(sinceId),
    since_id_str: String(sinceId),
  }
}

/** The query of a link. Clients append this text to the URL unchanged. */
function addressOf(parameters: Readonly<Record<string, string | number | bigint>>): string {
  const pieces = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toString())}`,
  )
  return `?${pieces.join('&')}`
}
