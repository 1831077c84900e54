/**
 * Counts the posts that a search would find, by time. For most posts, the search index decides if they match, and
 * the database decides if they are visible (domain/search/count-posts.ts). The following posts are examined one by
 * one, as a search examines them (matching-posts.ts):
 *
 * - all candidates of a rule that the index cannot decide, such as a rule with a phrase
 * - posts that quote a hidden post, because the index still has the words of the quoted post
 * - the first posts of conversations that the rule names
 */
import type { Post } from '../../domain/posts/post.ts'
import { isWithin, latestTimeOfId, type PostTimes, postTime } from '../../domain/posts/read/early-posts.ts'
import { countPosts } from '../../domain/search/count-posts.ts'
import { findCandidates } from '../../domain/search/find-candidates.ts'
import type { Expression } from '../../filter/ast.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { allConversationsIn, allNamesIn, type ExactWords, exactWordsOf } from '../../filter/exact-words.ts'
import { type IdsOfName, type PostQuery, postQueryOf, SHOWS_QUOTE } from '../../filter/search-words.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { Services } from '../_services.ts'
import { idsOfNames } from './find-posts.ts'
import { matchingPosts, uncachedPosts } from './matching-posts.ts'

export interface Counting {
  readonly expression: Expression
  /** Smallest and largest id; both belong to the range. */
  readonly from: bigint
  readonly to: bigint
  /** Required times of posts. When undefined, only the ids bound the range. */
  readonly times?: PostTimes | undefined
  /** Length of a bucket in milliseconds. */
  readonly bucketMs: number
  /** Limits of the work. At a limit, the count may end at the edge of a bucket before it reaches `from`. */
  readonly budget: CountBudget
}

/** Maximum number of posts that one request examines. */
export interface CountBudget {
  /** Posts for which the index shows if they match. */
  readonly maxIndexed: number
  /** Posts that are examined one by one. */
  readonly maxJudged: number
}

export interface Counted {
  /**
   * Number of posts by bucket. The key of a bucket is its start in milliseconds since the Unix epoch, divided by
   * the length of a bucket.
   */
  readonly buckets: ReadonlyMap<number, number>
  /** The oldest complete bucket if the count stopped early; undefined if all posts were counted. */
  readonly oldest: number | undefined
}

export type CountServices = Pick<Services, 'store' | 'replica' | 'users' | 'codec'>

/**
 * Maximum number of posts that a statement counts. It is a compromise: on SQLite, a statement runs on the
 * event loop and must be short; on PostgreSQL, each statement sorts all matches, so few statements are
 * cheaper.
 */
const POSTS_PER_COUNT = 2_000
const IDS_PER_STATEMENT = { sqlite: 500, postgres: 5_000 } as const

/** Number of posts that are loaded and examined together. */
const BATCH_SIZE = 50

/** The counts by bucket. If the count stopped early, only complete buckets are returned. */
export async function countMatches(services: CountServices, counting: Counting): Promise<Counted> {
  const { expression, from } = counting
  const to = counting.to < LARGEST_ID ? counting.to : LARGEST_ID
  if (from > to) return { buckets: new Map(), oldest: undefined }
  const idsOf = await idsOfNames(services, allNamesIn(expression))
  const run = new CountRun(services, { ...counting, to })
  const words = exactWordsOf(expression, idsOf)
  if (words === undefined) await run.judgeAll(postQueryOf(expression, idsOf))
  else if (words !== 'none') await run.countExact(words, expression, idsOf)
  return run.result()
}

class CountRun {
  readonly #services: CountServices
  readonly #counting: Counting
  readonly #graph: ReturnType<typeof uncachedPosts>
  readonly #engine = new RuleEngine()
  readonly #buckets = new Map<number, number>()
  /** The id at which the count ends: `from`, or a larger id if the count has stopped early. */
  #reached: bigint
  /** The oldest complete bucket; undefined when all buckets are complete. */
  #oldest: number | undefined

  constructor(services: CountServices, counting: Counting) {
    this.#services = services
    this.#counting = counting
    this.#graph = uncachedPosts(services)
    this.#engine.add(counting.expression)
    this.#reached = counting.from
  }

  result(): Counted {
    const oldest = this.#oldest
    if (oldest === undefined) return { buckets: this.#buckets, oldest }
    const whole = [...this.#buckets].filter(([bucket]) => bucket >= oldest)
    return { buckets: new Map(whole), oldest }
  }

  /** Examines all candidates one by one. */
  async judgeAll(query: PostQuery): Promise<void> {
    const { replica: store, codec } = this.#services
    const { from, budget } = this.#counting
    const count = IDS_PER_STATEMENT[store.engine]
    let judged = 0
    for (let to = this.#counting.to; ; ) {
      const ids = await findCandidates(store, codec, query, { from, to, count })
      await this.#judge(ids)
      judged += ids.length
      const oldest = ids.at(-1)
      if (oldest === undefined || ids.length < count) return
      if (judged >= budget.maxJudged && (await this.#stopAt(oldest))) return
      to = oldest - 1n
    }
  }

  async countExact(words: ExactWords, expression: Expression, idsOf: IdsOfName): Promise<void> {
    const { to, budget } = this.#counting
    const named = [...new Set(allConversationsIn(expression))].filter((id) => id <= LARGEST_ID)
    await this.#countWords(words, to, budget.maxIndexed, named)
    if (hasNegation(words)) await this.#judgeExcluded(words, postQueryOf(expression, idsOf), named)
    await this.#judge(named.filter((id) => id >= this.#reached && id <= to))
  }

  async #countWords(
    words: ExactWords,
    top: bigint,
    maxPosts: number,
    except: readonly bigint[],
  ): Promise<void> {
    const { replica: store, codec } = this.#services
    const { from, bucketMs, times } = this.#counting
    let examined = 0
    for (let to = top; ; ) {
      const span = { from, to, count: POSTS_PER_COUNT }
      const counted = await countPosts(store, codec, { words, span, times, bucketMs, except })
      for (const [bucket, posts] of counted.buckets) this.#add(bucket, posts)
      await this.#judge(counted.undecided)
      examined += counted.examined
      const { oldest } = counted
      if (oldest === undefined) return
      if (examined >= maxPosts && (await this.#stopAt(oldest))) return
      to = oldest - 1n
      await new Promise(setImmediate)
    }
  }

  /** Counts posts that the index excludes only because of a word in their hidden quoted post. */
  async #judgeExcluded(
    words: ExactWords,
    { words: candidates }: PostQuery,
    except: readonly bigint[],
  ): Promise<void> {
    if (candidates === undefined) return
    const { replica: store, codec } = this.#services
    const { to, bucketMs, times } = this.#counting
    const quotes: ExactWords = { kind: 'and', items: [candidates, { kind: 'word', word: SHOWS_QUOTE }] }
    const excluded: ExactWords = { kind: 'without', items: [quotes, words] }
    for (let top = to; ; ) {
      const span = { from: this.#reached, to: top, count: POSTS_PER_COUNT }
      const counted = await countPosts(store, codec, { words: excluded, span, times, bucketMs, except })
      await this.#judge(counted.undecided)
      if (counted.oldest === undefined) return
      top = counted.oldest - 1n
      await new Promise(setImmediate)
    }
  }

  /** Stops the count at an id. @returns false if no bucket is complete yet, so that the count must continue */
  async #stopAt(reached: bigint): Promise<boolean> {
    const { from, to, times, bucketMs } = this.#counting
    if (reached <= from) return false
    const { store } = this.#services
    const bucket = Math.floor((await latestTimeOfId(store, reached)) / bucketMs)
    const top = Math.min((times?.end ?? Number.POSITIVE_INFINITY) - 1, await latestTimeOfId(store, to))
    if (bucket >= Math.floor(top / bucketMs)) return false
    this.#reached = reached
    // The bucket in which the count stopped is not complete. The next page counts this bucket again.
    this.#oldest = bucket + 1
    return true
  }

  async #judge(ids: readonly bigint[]): Promise<void> {
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const posts = await matchingPosts(this.#graph, this.#engine, ids.slice(at, at + BATCH_SIZE))
      for (const { post } of posts) this.#addPost(post)
      await new Promise(setImmediate)
    }
  }

  #addPost(post: Post): void {
    const { times, bucketMs } = this.#counting
    if (isWithin(times, post)) this.#add(Math.floor(postTime(post) / bucketMs), 1)
  }

  #add(bucket: number, posts: number): void {
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + posts)
  }
}

function hasNegation(words: ExactWords): boolean {
  if (words.kind === 'word') return false
  return words.kind === 'without' || words.items.some(hasNegation)
}
