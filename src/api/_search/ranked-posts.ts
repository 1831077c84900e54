/**
 * Pages of a search in the order of relevancy (spec/v2-posts.md#search-calls). The posts with the largest sum of
 * likes, reposts and replies come first. Posts with equal sums are in order of time, newest first. Posts are ranked
 * within windows of up to 1,000 matches, newest window first, which limits the cost of a page.
 */
import type { Post } from '../../domain/posts/post.ts'
import { findPosts, type Search, type SearchServices } from './find-posts.ts'

/** Maximum posts that are ranked together. */
export const MAX_RANKED = 1_000

/** A request for a page: `count` posts of the window that begins at the id `to`, from the rank `offset` on. */
export interface RankedSearch extends Search {
  readonly offset: number
}

/** The beginning of the next page. */
export interface RankedPosition {
  readonly to: bigint
  readonly offset: number
}

export interface RankedPage {
  readonly ids: readonly bigint[]
  /** The newest id of the window. */
  readonly top: bigint
  readonly next: RankedPosition | undefined
}

/** Finds one page of a search. */
export async function rankPosts(services: SearchServices, search: RankedSearch): Promise<RankedPage> {
  const { offset, count } = search
  const { posts, next } = await findPosts(services, { ...search, count: MAX_RANKED })
  const ranked = posts.toSorted(byRelevancy)
  const ids = ranked.slice(offset, offset + count).map(({ id }) => id)
  const top = posts[0]?.id ?? search.to
  if (offset + ids.length < ranked.length) return { ids, top, next: { to: top, offset: offset + ids.length } }
  return { ids, top, next: next === undefined ? undefined : { to: next, offset: 0 } }
}

function byRelevancy(one: Post, other: Post): number {
  const difference = relevancyOf(other) - relevancyOf(one)
  if (difference !== 0) return difference
  return one.id > other.id ? -1 : 1
}

function relevancyOf({ counts }: Post): number {
  return counts.likes + counts.retweets + counts.replies
}
