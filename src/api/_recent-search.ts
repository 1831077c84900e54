/** Declares recent search, which Labs v2 and API v2 have alike (spec/recent-search.md#parameters). */
import type { Answer } from '../http/endpoint.ts'
import { optionalText, type Param } from '../http/params.ts'
import { type ApiEndpoint, defineEndpoint } from './_endpoint.ts'
import { requireEnrolment } from './_enrolment.ts'
import { problemEntry } from './_problems.ts'
import { type SearchPage, searchPosts } from './_search-posts.ts'
import { readSearch, tokenOf } from './_search-query.ts'
import { countShown, requireUsageLeft } from './_search-usage.ts'
import { DIALECTS, FIRST_DAY } from './_v2/lookups.ts'
import { type Generation, selectionParams } from './_v2/parameters.ts'
import { type Parts, partsAnswer } from './_v2/parts.ts'
import { postPartsOf } from './_v2/posts.ts'
import { SCHEMAS } from './_v2/schemas.ts'
import { v2View } from './_v2/view.ts'

/** Requests in 15 minutes (spec/limits.md#labs-limits). */
const WINDOWS = { labs: { user: 225, app: 225 }, '2': { user: 180, app: 450 } } as const

export function recentSearch(generation: Generation, path: string): ApiEndpoint {
  const params = { ...SEARCH_PARAMS, ...selectionParams('found posts', generation) }
  const names = Object.keys(params)
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    ...(generation === '2' ? { since: FIRST_DAY } : {}),
    summary: 'Posts of the last seven days that match a query, newest first: up to 100 a page.',
    auth: ['user', 'app'],
    writes: false,
    window: WINDOWS[generation],
    params,
    answers: [{ schema: SCHEMAS[generation].searchPage }],
    errors: [
      problemEntry('invalidRequest'),
      problemEntry('clientForbidden'),
      problemEntry('usageCapExceeded'),
    ],
    async handle({ caller, services, sent, outer }) {
      const { search, selection } = readSearch(sent, names, generation, services, outer.apiDate)
      await requireEnrolment(services, generation, caller.app.id)
      const account = await requireUsageLeft(services, caller.app.id, generation)
      const page = await searchPosts(services, search)
      const view = v2View(caller, DIALECTS[generation], selection, outer)
      const found = await postPartsOf(services, view, page.ids)
      const ids = found.shown.map(({ cached: known }) => known.entity.id)
      const max = await countShown(services, account, ids.length)
      if (max === ids.length) return answer(found, { ids, next: page.next })
      const cut = { ids: ids.slice(0, max), next: ids[max] }
      return answer(await postPartsOf(services, view, cut.ids), cut)
    },
  })
}

function answer(parts: Parts, page: SearchPage): Answer {
  // Posts that were deleted meanwhile, or are not visible to the viewer, are omitted.
  const errors = parts.errors.filter((error) => error.section !== 'data' || error.field !== undefined)
  return partsAnswer({ ...parts, errors }, false, JSON.stringify(metaOf(page)))
}

const SEARCH_PARAMS: Readonly<Record<string, Param<string | undefined>>> = {
  query: optionalText('A rule of the rule language, up to 512 characters.'),
  start_time: optionalText('Earliest time, such as 2020-08-12T10:00:00Z; default: seven days ago.'),
  end_time: optionalText(
    'Latest time, exclusive; default: 30 seconds ago. At least 30 seconds ago, 10 in API v2.',
  ),
  since_id: optionalText('Only posts newer than the post with this id.'),
  until_id: optionalText('Only posts older than the post with this id.'),
  max_results: optionalText('Posts per page: 10 to 100; default: 10.'),
  next_token: optionalText('The `next_token` of the previous page.'),
}

/** Metadata of a page: the shown posts, and the token after all found posts. */
function metaOf({ ids, next }: SearchPage): object {
  const [newest, oldest] = [ids[0], ids.at(-1)]
  return {
    ...(newest === undefined ? {} : { newest_id: String(newest), oldest_id: String(oldest) }),
    result_count: ids.length,
    ...(next === undefined ? {} : { next_token: tokenOf(next) }),
  }
}
