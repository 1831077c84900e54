/** Recent search: candidates from the index, newest first, judged by the rule as everybody may see them. */

import { findIdsByScreenName } from '../domain/accounts/find-users.ts'
import type { Post } from '../domain/posts/post.ts'
import { filterPostOf } from '../domain/posts/read/filter-post.ts'
import type { StreamedView } from '../domain/posts/read/post-view.ts'
import { findCandidates } from '../domain/search/find-candidates.ts'
import type { Expression } from '../filter/ast.ts'
import { RuleEngine } from '../filter/engine.ts'
import { namesIn, postQueryOf } from '../filter/search-words.ts'
import { LARGEST_ID } from '../lib/ids/largest-id.ts'
import { loadViews } from '../views/load-post-views.ts'
import type { Services } from './_services.ts'

export interface Search {
  readonly expression: Expression
  /** Ids from here on, and up to and with `to`. */
  readonly from: bigint
  readonly to: bigint
  /** Additional filter; default: every post. */
  readonly accepts?: ((post: Post) => boolean) | undefined
  /** Posts that are wanted, 1 to 100. */
  readonly count: number
}

export interface SearchPage {
  /** Posts that match and that everybody may see, newest first. */
  readonly ids: readonly bigint[]
  /** From where to go on, as `to`; undefined when there is nothing more. */
  readonly next: bigint | undefined
}

/** Candidates that are looked at for one page: a page may be shorter than was asked for, and still not the last. */
const MAX_CANDIDATES = 2_000
/** The same while nothing was found: most clients take an empty page for the last one. */
const MAX_REJECTED = 20_000
const CHUNK = 100

type SearchServices = Pick<Services, 'store' | 'users' | 'posts' | 'codec'>

/** One page. */
export async function searchPosts(services: SearchServices, search: Search): Promise<SearchPage> {
  const { expression, from, count, accepts = () => true } = search
  let to = search.to < LARGEST_ID ? search.to : LARGEST_ID
  // Before a database is asked, which takes no id that is larger.
  if (from > to) return { ids: [], next: undefined }
  const query = postQueryOf(expression, await idsOfNames(services, expression))
  // A rule of many terms would take the reference a second for all that may be looked at.
  const engine = new RuleEngine()
  engine.add(expression)
  const found: bigint[] = []
  for (let looked = 0; looked < (found.length === 0 ? MAX_REJECTED : MAX_CANDIDATES); looked += CHUNK) {
    const ids = await findCandidates(services.store, services.codec, query, { from, to, count: CHUNK })
    const views = await loadViews(services, ids, { repliedTo: false, named: false })
    for (const id of ids) {
      const view = views.get(id)
      // Lists show the newest version only (decision 0016).
      if (view === undefined || isReplaced(view) || !accepts(view.post)) continue
      if (engine.match(filterPostOf(view)).length === 0) continue
      if (found.length === count) return { ids: found, next: id }
      found.push(id)
    }
    const oldest = ids.at(-1)
    if (oldest === undefined || ids.length < CHUNK) return { ids: found, next: undefined }
    to = oldest - 1n
    await new Promise(setImmediate)
  }
  return { ids: found, next: to }
}

function isReplaced({ post: { id, latestId } }: StreamedView): boolean {
  return id !== latestId
}

/** Current ids of the names in a rule: the index has the names of the time of the post. */
async function idsOfNames(
  { store }: SearchServices,
  expression: Expression,
): Promise<(name: string) => readonly string[]> {
  const ids = await findIdsByScreenName(store, namesIn(expression))
  return (name) => {
    const id = ids.get(name)
    return id === undefined ? [] : [String(id)]
  }
}
