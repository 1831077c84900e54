/**
 * Goes through the posts of a span that some rules may match, newest first, and judges each as the streams do: what
 * everybody may see now (`loadViews`), matched by the engine of live rules.
 *
 * It shares the event loop with everybody else, and so works in pieces of some milliseconds. It reads past the cache of
 * posts: ten thousand posts that one asks for would push out those that many ask for.
 */
import { findIdsByScreenName } from '../../domain/accounts/find-users.ts'
import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { findCandidates, newestFirst } from '../../domain/search/find-candidates.ts'
import type { Expression } from '../../filter/ast.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { anyOf, namesIn, type PostQuery, postQueryOf } from '../../filter/search-words.ts'
import { loadViews, type PostGraphServices } from '../../views/load-post-views.ts'
import { cachedPosts } from '../../views/post-cache.ts'
import type { Services } from '../_services.ts'
import { type BacktestSpan, secondEnd, secondOf } from './span.ts'
import type { Unindexed } from './unindexed.ts'

/**
 * Posts that one request looks at: it stops at the end of the second in which it has looked at so many, and in any case
 * after twice as many.
 */
export const MAX_CANDIDATES = 10_000

/** Posts that are loaded and matched in one piece. */
const PIECE = 50

/**
 * Ids that one statement finds. SQLite walks down its index and stops, on the event loop; PostgreSQL may gather and
 * sort all that there are, whose cost should come seldom.
 */
const FOUND_AT_ONCE = { sqlite: 500, postgres: 5_000 } as const

export type WalkServices = Pick<Services, 'store' | 'users' | 'codec'>

export interface Walk {
  readonly rules: readonly Expression[]
  readonly span: BacktestSpan
  readonly unindexed: Unindexed
  /** Posts after which it stops; {@link MAX_CANDIDATES} when left out. */
  readonly most?: number
  /** Ids that one statement finds; what suits the engine when left out. */
  readonly atOnce?: number
  /** Told of every post that matches, newest first. @param matched whether each of the rules matches it */
  take(id: bigint, matched: readonly boolean[]): void
}

export interface Walked {
  /** Posts that were looked at. */
  readonly examined: number
  /** The newest post that was not; undefined when there is none. */
  readonly next: bigint | undefined
  /** From when on everything was looked at, in milliseconds since the Unix epoch. */
  readonly start: number
}

/** @throws what the store says */
export async function walk(services: WalkServices, asked: Walk): Promise<Walked> {
  const { rules, span, most, take } = asked
  const query = await queryOf(services, rules)
  const judge = new Judge(rules)
  const graph = pastCache(services)
  const bound = new Bound(most)
  for await (const ids of candidates(services, query, asked)) {
    const allowed = bound.take(ids)
    const views = await loadViews(graph, allowed, { repliedTo: false, named: false })
    for (const id of allowed) {
      const view = views.get(id)
      // Streams give the version that is posted first, and no later one.
      if (view === undefined || view.post.initialId !== id) continue
      const matched = judge.match(filterPostOf(view))
      if (matched !== undefined) take(id, matched)
    }
    const next = ids[allowed.length]
    if (next !== undefined) {
      return { examined: bound.taken, next, start: Math.min(span.end, secondEnd(next)) }
    }
    await new Promise(setImmediate)
  }
  return { examined: bound.taken, next: undefined, start: span.start }
}

/** Limits of one request. */
class Bound {
  readonly #most: number
  #taken = 0
  #second = Number.NaN

  constructor(most = MAX_CANDIDATES) {
    this.#most = most
  }

  get taken(): number {
    return this.#taken
  }

  /** Those of the next ids, newest first, that may still be looked at. */
  take(ids: readonly bigint[]): readonly bigint[] {
    let count = 0
    for (const id of ids) {
      const second = secondOf(id)
      const isDone = this.#taken >= this.#most && second !== this.#second
      if (isDone || this.#taken >= 2 * this.#most) return ids.slice(0, count)
      this.#second = second
      this.#taken += 1
      count += 1
    }
    return ids
  }
}

class Judge {
  readonly #engine = new RuleEngine()
  readonly #handles: readonly number[]

  constructor(rules: readonly Expression[]) {
    this.#handles = rules.map((rule) => this.#engine.add(rule))
  }

  /** Result per rule; undefined when none matches. */
  match(post: ReturnType<typeof filterPostOf>): readonly boolean[] | undefined {
    const matched = this.#engine.match(post)
    return matched.length === 0 ? undefined : this.#handles.map((handle) => matched.includes(handle))
  }
}

/** Index query for posts that at least one rule matches. */
async function queryOf({ store }: WalkServices, rules: readonly Expression[]): Promise<PostQuery> {
  const ids = await findIdsByScreenName(store, rules.flatMap(namesIn))
  const idsOf = (name: string) => {
    const id = ids.get(name)
    return id === undefined ? [] : [String(id)]
  }
  return anyOf(rules.map((rule) => postQueryOf(rule, idsOf)))
}

/** Ids of the posts that may match, newest first, in pieces; those that the index lacks are among them, each once. */
async function* candidates(
  { store, codec }: WalkServices,
  query: PostQuery,
  { span: { from, to }, unindexed, atOnce: count = FOUND_AT_ONCE[store.engine] }: Walk,
): AsyncGenerator<readonly bigint[]> {
  for (let top = to; ; ) {
    const found = await findCandidates(store, codec, query, { from, to: top, count })
    await new Promise(setImmediate)
    const oldest = found.length < count ? undefined : found.at(-1)
    const bottom = oldest ?? from
    const fresh = unindexed.ids.filter((id) => id >= bottom && id <= top)
    const ids = fresh.length === 0 ? found : newestFirst([...found, ...fresh])
    for (let at = 0; at < ids.length; at += PIECE) yield ids.slice(at, at + PIECE)
    if (oldest === undefined) return
    top = oldest - 1n
  }
}

function pastCache({ store, users }: WalkServices): PostGraphServices {
  return {
    store,
    users,
    posts: {
      async get(ids) {
        const cached = cachedPosts(await findPosts(store, ids))
        return ids.map((id) => cached.get(id))
      },
    },
  }
}
