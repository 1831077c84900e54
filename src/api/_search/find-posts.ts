/**
 * Finds pages of a search. The index returns candidates, newest first. The rule engine checks the public form of
 * each candidate.
 */

import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import type { Post } from '../../domain/posts/post.ts'
import { findCandidates } from '../../domain/search/find-candidates.ts'
import type { Expression } from '../../filter/ast.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { type IdsOfName, namesIn, postQueryOf } from '../../filter/search-words.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { Services } from '../_services.ts'
import { matchingPosts } from './matching-posts.ts'

export interface Search {
  readonly expression: Expression
  /** Smallest and largest id; both belong to the range. */
  readonly from: bigint
  readonly to: bigint
  /** Additional filter; default: every post. */
  readonly accepts?: ((post: Post) => boolean) | undefined
  /** Maximum number of posts. */
  readonly count: number
}

export interface SearchPage {
  /** Public posts that match, newest first. */
  readonly ids: readonly bigint[]
  /** The `to` of the next page; undefined at the end. */
  readonly next: bigint | undefined
}

/** Like {@link SearchPage}, but with the posts. */
export interface FoundPosts {
  readonly posts: readonly Post[]
  readonly next: bigint | undefined
}

/**
 * Maximum number of candidates that are examined for one page. Because of this maximum, a page that is not the last
 * page may be shorter than requested.
 */
const MAX_CANDIDATES = 2_000
/**
 * The maximum as long as no post has been found. It is higher than {@link MAX_CANDIDATES}, because most clients
 * treat an empty page as the last page.
 */
const MAX_REJECTED = 20_000
/**
 * Smallest and largest number of candidates that one statement reads. Within these bounds, a statement reads
 * one candidate more than the page has posts. This candidate begins the next page, and needs no second
 * statement.
 */
const MIN_CHUNK = 100
const MAX_CHUNK = 501

export type SearchServices = Pick<Services, 'store' | 'replica' | 'users' | 'posts' | 'codec'>

/** Finds one page of a search. */
export async function searchPosts(services: SearchServices, search: Search): Promise<SearchPage> {
  const { posts, next } = await findPosts(services, search)
  return { ids: posts.map(({ id }) => id), next }
}

/** Like {@link searchPosts}, but returns the posts. */
export async function findPosts(services: SearchServices, search: Search): Promise<FoundPosts> {
  const { expression, from, count, accepts = () => true } = search
  let to = search.to < LARGEST_ID ? search.to : LARGEST_ID
  // Ids are limited before the query, because databases accept no larger ids.
  if (from > to) return { posts: [], next: undefined }
  const query = postQueryOf(expression, await idsOfNames(services, namesIn(expression)))
  // A rule with many terms needs the rule engine. The simple evaluation of each term would take a second for the
  // maximum number of candidates.
  const engine = new RuleEngine()
  engine.add(expression)
  const posts: Post[] = []
  const chunk = Math.max(MIN_CHUNK, Math.min(count + 1, MAX_CHUNK))
  for (let looked = 0; looked < (posts.length === 0 ? MAX_REJECTED : MAX_CANDIDATES); looked += chunk) {
    const ids = await findCandidates(services.replica, services.codec, query, { from, to, count: chunk })
    for (const { post } of await matchingPosts(services, engine, ids)) {
      if (!accepts(post)) continue
      if (posts.length === count) return { posts, next: post.id }
      posts.push(post)
    }
    const oldest = ids.at(-1)
    if (oldest === undefined || ids.length < chunk) return { posts, next: undefined }
    to = oldest - 1n
    await new Promise(setImmediate)
  }
  return { posts, next: to }
}

/**
 * Finds the current ids of the users whom a rule names. The index has the name that a user had at the time of a
 * post. The search therefore also finds posts by the ids of these users.
 * @returns a function from a name in lower case to ids
 */
export async function idsOfNames(
  { store }: Pick<SearchServices, 'store'>,
  names: readonly string[],
): Promise<IdsOfName> {
  const ids = await findIdsByScreenName(store, names)
  return (name) => {
    const id = ids.get(name)
    return id === undefined ? [] : [String(id)]
  }
}
