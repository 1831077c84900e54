/**
 * Matches rules against the posts of a time span, newest first. Like the streams, it uses the rule engine and
 * public posts only (`loadViews`).
 *
 * The work runs on the event loop of the server, in batches of a few milliseconds. It bypasses the cache of posts,
 * because ten thousand posts for one client would evict posts that many clients request.
 */
import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import { findCandidates, newestFirst } from '../../domain/search/find-candidates.ts'
import type { Expression } from '../../filter/ast.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { anyOf, namesIn, type PostQuery, postQueryOf } from '../../filter/search-words.ts'
import { loadViews } from '../../views/load-post-views.ts'
import { uncachedPosts } from '../_search/matching-posts.ts'
import type { Services } from '../_services.ts'
import { type BacktestSpan, secondEnd, secondOf } from './span.ts'
import type { Unindexed } from './unindexed.ts'

/**
 * Number of posts that one request examines. The request stops at the end of the second in which it reaches this
 * number. If that second has very many posts, it stops after twice this number.
 */
export const MAX_CANDIDATES = 10_000

/** Maximum posts that are loaded and matched together. */
const BATCH_SIZE = 50

/**
 * Maximum ids that one statement returns. On SQLite, a statement runs on the event loop and must be short. On
 * PostgreSQL, each statement may sort all matches, so a few large statements are cheaper.
 */
const IDS_PER_STATEMENT = { sqlite: 500, postgres: 5_000 } as const

export type WalkServices = Pick<Services, 'store' | 'users' | 'codec'>

export interface WalkOptions {
  readonly rules: readonly Expression[]
  readonly span: BacktestSpan
  readonly unindexed: Unindexed
  /** Maximum number of examined posts; default: {@link MAX_CANDIDATES}. */
  readonly maxCandidates?: number
  /** Maximum ids of a statement; default: {@link IDS_PER_STATEMENT} of the engine. */
  readonly idsPerStatement?: number
  /**
   * Called with every matching post, newest first.
   * @param matched a list with an entry for each rule, true if the rule matches
   */
  onMatch(id: bigint, matched: readonly boolean[]): void
}

export interface WalkResult {
  /** Number of examined posts. */
  readonly examined: number
  /** The newest post that was not examined; undefined when all were examined. */
  readonly next: bigint | undefined
  /** The time since which all posts were examined, in milliseconds since the Unix epoch. */
  readonly start: number
}

/** Examines the posts of a span. @throws errors of the store */
export async function walk(services: WalkServices, options: WalkOptions): Promise<WalkResult> {
  const { rules, span, maxCandidates, onMatch } = options
  const query = await queryOf(services, rules)
  const matcher = new RuleMatcher(rules)
  const graph = uncachedPosts(services)
  const limit = new CandidateLimit(maxCandidates)
  for await (const ids of candidates(services, query, options)) {
    const allowed = limit.take(ids)
    const views = await loadViews(graph, allowed, { repliedTo: false, named: false })
    for (const id of allowed) {
      const view = views.get(id)
      // Streams deliver only the first version of a post.
      if (view === undefined || view.post.initialId !== id) continue
      const matched = matcher.match(filterPostOf(view))
      if (matched !== undefined) onMatch(id, matched)
    }
    const next = ids[allowed.length]
    if (next !== undefined) {
      return { examined: limit.taken, next, start: Math.min(span.end, secondEnd(next)) }
    }
    await new Promise(setImmediate)
  }
  return { examined: limit.taken, next: undefined, start: span.start }
}

/** The limit of {@link MAX_CANDIDATES} posts of one request. */
class CandidateLimit {
  readonly #max: number
  #taken = 0
  #second = Number.NaN

  constructor(max = MAX_CANDIDATES) {
    this.#max = max
  }

  get taken(): number {
    return this.#taken
  }

  /** The first of the next ids (newest first), as many as the limit allows. */
  take(ids: readonly bigint[]): readonly bigint[] {
    let count = 0
    for (const id of ids) {
      const second = secondOf(id)
      const isDone = this.#taken >= this.#max && second !== this.#second
      if (isDone || this.#taken >= 2 * this.#max) return ids.slice(0, count)
      this.#second = second
      this.#taken += 1
      count += 1
    }
    return ids
  }
}

class RuleMatcher {
  readonly #engine = new RuleEngine()
  readonly #handles: readonly number[]

  constructor(rules: readonly Expression[]) {
    this.#handles = rules.map((rule) => this.#engine.add(rule))
  }

  /** For each rule, true if the rule matches; undefined when no rule matches. */
  match(post: ReturnType<typeof filterPostOf>): readonly boolean[] | undefined {
    const matched = this.#engine.match(post)
    return matched.length === 0 ? undefined : this.#handles.map((handle) => matched.includes(handle))
  }
}

/** The query of the index for posts that at least one rule may match. */
async function queryOf({ store }: WalkServices, rules: readonly Expression[]): Promise<PostQuery> {
  const ids = await findIdsByScreenName(store, rules.flatMap(namesIn))
  const idsOf = (name: string) => {
    const id = ids.get(name)
    return id === undefined ? [] : [String(id)]
  }
  return anyOf(rules.map((rule) => postQueryOf(rule, idsOf)))
}

/**
 * Ids of posts that may match, newest first, in batches; includes posts that are not in the index yet. Each id occurs
 * once.
 */
async function* candidates(
  { store, codec }: WalkServices,
  query: PostQuery,
  { span: { from, to }, unindexed, idsPerStatement: count = IDS_PER_STATEMENT[store.engine] }: WalkOptions,
): AsyncGenerator<readonly bigint[]> {
  for (let top = to; ; ) {
    const found = await findCandidates(store, codec, query, { from, to: top, count })
    await new Promise(setImmediate)
    const oldest = found.length < count ? undefined : found.at(-1)
    const bottom = oldest ?? from
    const fresh = unindexed.ids.filter((id) => id >= bottom && id <= top)
    const ids = fresh.length === 0 ? found : newestFirst([...found, ...fresh])
    for (let at = 0; at < ids.length; at += BATCH_SIZE) yield ids.slice(at, at + BATCH_SIZE)
    if (oldest === undefined) return
    top = oldest - 1n
  }
}
