/**
 * The properties of each kind of search, and its parameters (spec/v2-posts.md#search-calls,
 * spec/limits.md#labs-limits).
 */
import type { WindowSpec } from '../../http/endpoint.ts'
import { optionalText, type Param } from '../../http/params.ts'
import type { Generation } from '../_v2/parameters.ts'
import type { Reach } from './reach.ts'

export interface SearchKind {
  readonly summary: string
  readonly auth: readonly ('user' | 'app')[]
  readonly window: WindowSpec
}

const LABS: SearchKind = {
  summary: 'Posts of the last seven days that match a query, newest first: up to 100 a page.',
  auth: ['user', 'app'],
  window: { user: 225, app: 225 },
}

const V2: Readonly<Record<Reach, SearchKind>> = {
  recent: {
    summary: 'Posts of the last seven days that match a query: up to 100 a page.',
    auth: ['user', 'app'],
    window: { user: 180, app: 450 },
  },
  all: {
    summary: 'Posts of the full archive that match a query: up to 500 a page, one call a second for an app.',
    auth: ['app'],
    window: { user: 0, app: 300, appPerSecond: 1 },
  },
}

/** The properties of a kind of search. */
export function searchKind(generation: Generation, reach: Reach): SearchKind {
  return generation === 'labs' ? LABS : V2[reach]
}

type SearchParams = Readonly<Record<string, Param<string | undefined>>>

/** The parameters except those that select objects, in the order in which error messages list them. */
export function searchParams(generation: Generation, reach: Reach): SearchParams {
  const isLabs = generation === 'labs'
  return {
    query: optionalText(
      `A rule of the rule language, up to ${reach === 'all' ? '1,024' : '512'} characters.`,
    ),
    ...spanParams(generation, reach),
    max_results: optionalText(
      reach === 'all'
        ? 'Posts per page: 10 to 500, or to 100 with `context_annotations`; default: 10.'
        : 'Posts per page: 10 to 100; default: 10.',
    ),
    next_token: optionalText('The `next_token` of the previous page.'),
    ...(isLabs ? {} : { pagination_token: optionalText('The same as `next_token`.') }),
    ...(isLabs ? {} : { sort_order: optionalText('`recency` (default) or `relevancy`.') }),
  }
}

/** The parameters that bound the times and ids (span.ts). */
export function spanParams(generation: Generation, reach: Reach): SearchParams {
  const start = reach === 'all' ? '30 days before the end' : 'seven days ago'
  const [age, ids] = generation === 'labs' ? [30, ''] : [10, ' Replaces the time.']
  return {
    start_time: optionalText(`Earliest time, such as 2020-08-12T10:00:00Z; default: ${start}.`),
    end_time: optionalText(`Latest time, exclusive; default: 30 seconds ago. At least ${age} seconds ago.`),
    since_id: optionalText(`Only posts newer than the post with this id.${ids}`),
    until_id: optionalText(`Only posts older than the post with this id.${ids}`),
  }
}
