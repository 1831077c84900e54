/** Finds a page of a search in the requested order. */

import type { Post } from '../../domain/posts/post.ts'
import { isWithin } from '../../domain/posts/read/early-posts.ts'
import type { Services } from '../_services.ts'
import { searchPosts } from './find-posts.ts'
import type { SearchPosition } from './page-position.ts'
import { rankPosts } from './ranked-posts.ts'
import type { SearchRequest } from './search-query.ts'

export interface FoundPage {
  readonly ids: readonly bigint[]
  readonly next: SearchPosition | undefined
  /** The position of a page that would begin with the post `id`, a post of this page. */
  positionOf(id: bigint): SearchPosition
}

/** Finds one page of a search. */
export async function findPage(
  services: Services,
  { expression, span, order, position, count }: SearchRequest,
): Promise<FoundPage> {
  const to = position === undefined || position.to > span.to ? span.to : position.to
  const { times } = span
  const accepts = times === undefined ? undefined : (post: Post) => isWithin(times, post)
  const search = { expression, from: span.from, to, accepts, count }
  if (order === 'relevancy') {
    const offset = position?.offset ?? 0
    const { ids, top, next } = await rankPosts(services, { ...search, offset })
    return { ids, next, positionOf: (id) => ({ to: top, offset: offset + ids.indexOf(id) }) }
  }
  const { ids, next } = await searchPosts(services, search)
  return {
    ids,
    next: next === undefined || next < 1n ? undefined : { to: next, offset: 0 },
    positionOf: (id) => ({ to: id, offset: 0 }),
  }
}
