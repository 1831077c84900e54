/** Finds posts for the operator’s desk. */
import { postIdsBefore } from '../../../domain/posts/read/recent-ids.ts'
import { searchPosts } from '../../_search/find-posts.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'
import { readSearchQuery } from '../../1.1/search/_query.ts'
import { spanOf } from '../../1.1/search/_span.ts'
import { ConsoleProblem } from '../_problems.ts'

/** Days that a search at the desk covers: more than the age of any post. Searches of the API cover fewer days. */
const ALL_DAYS = 36_500

interface IdPage {
  readonly ids: readonly bigint[]
  readonly next: bigint | null
}

/**
 * Finds posts by a text: the post with that id, or the posts that match the query. An empty text finds the newest
 * posts.
 * @throws {ConsoleProblem} `field-invalid` for an invalid query
 */
export async function findDeskPostIds(
  services: Services,
  text: string,
  before: bigint,
  count: number,
): Promise<IdPage> {
  if (text === '') {
    const ids = await postIdsBefore(services.store, { before, count })
    return { ids, next: ids.length === count ? (ids.at(-1) ?? null) : null }
  }
  const id = idIn(text)
  if (id !== undefined) return { ids: [id], next: null }
  const read = readSearchQuery(text)
  if ('refused' in read)
    throw new ConsoleProblem('field-invalid', { field: 'q', message: `The query ${read.refused}.` })
  const bounds = { since_id: undefined, until: undefined, max_id: before - 1n }
  const span = spanOf(read, bounds, { clock: services.clock, searchDays: ALL_DAYS })
  const search = { expression: read.expression, ...span, count }
  const { ids, next } = await services.pageSearches.run(() => searchPosts(services, search))
  return { ids, next: next === undefined ? null : next + 1n }
}
