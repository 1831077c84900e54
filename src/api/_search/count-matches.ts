/**
 * Counts what a search would find, by time. The index decides most posts by its words and the database their visibility
 * (domain/search/count-posts.ts); the others are judged one by one, like the posts of a search (matching-posts.ts):
 *
 * - all candidates of a rule that the index cannot decide, such as one with a phrase
 * - posts that show a hidden quoted post, whose words the index still has
 * - the first posts of conversations that the rule names
 */
import { countPosts } from '../../domain/search/count-posts.ts'
import { findCandidates } from '../../domain/search/find-candidates.ts'
import type { Expression } from '../../filter/ast.ts'
import { RuleEngine } from '../../filter/engine.ts'
import { allConversationsIn, allNamesIn, type ExactWords, exactWordsOf } from '../../filter/exact-words.ts'
import { type IdsOfName, type PostQuery, postQueryOf, SHOWS_QUOTE } from '../../filter/search-words.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import type { Services } from '../_services.ts'
import { idsOfNames } from './find-posts.ts'
import { matchingPosts, uncachedPosts } from './matching-posts.ts'

export interface Counting {
  readonly expression: Expression
  /** Smallest and largest id, both inclusive. */
  readonly from: bigint
  readonly to: bigint
  /** Length of a bucket in milliseconds. */
  readonly bucketMs: number
  /** Work after which counting may stop before `from`, at the edge of a bucket. */
  readonly budget: CountBudget
}

/** Posts of one request. */
export interface CountBudget {
  /** Decided by the index. */
  readonly maxIndexed: number
  /** Judged one by one. */
  readonly maxJudged: number
}

export interface Counted {
  /** Posts by bucket: milliseconds since the Unix epoch, divided by the length of a bucket. */
  readonly buckets: ReadonlyMap<number, number>
  /** The oldest counted bucket when counting stopped early; undefined when everything was counted. */
  readonly oldest: number | undefined
}

export type CountServices = Pick<Services, 'store' | 'users' | 'codec'>

/** Posts of a statement: SQLite runs it on the event loop, PostgreSQL sorts all its matches in any case. */
const POSTS_PER_COUNT = 1_000
const IDS_PER_STATEMENT = { sqlite: 500, postgres: 5_000 } as const

/** Posts that are judged together. */
const BATCH_SIZE = 50

/** Counts by bucket; complete, or complete as of its oldest bucket. */
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
  /** Everything from this id on is counted. */
  #reached: bigint

  constructor(services: CountServices, counting: Counting) {
    this.#services = services
    this.#counting = counting
    this.#graph = uncachedPosts(services)
    this.#engine.add(counting.expression)
    this.#reached = counting.from
  }

  result(): Counted {
    const { from, bucketMs } = this.#counting
    if (this.#reached <= from) return { buckets: this.#buckets, oldest: undefined }
    // The bucket in which counting stopped is counted again by the next page.
    const oldest = bucketOf(this.#reached, bucketMs) + 1
    const whole = [...this.#buckets].filter(([bucket]) => bucket >= oldest)
    return { buckets: new Map(whole), oldest }
  }

  /** Judges every candidate. */
  async judgeAll(query: PostQuery): Promise<void> {
    const { store, codec } = this.#services
    const { from, budget } = this.#counting
    const count = IDS_PER_STATEMENT[store.engine]
    let judged = 0
    for (let to = this.#counting.to; ; ) {
      const ids = await findCandidates(store, codec, query, { from, to, count })
      await this.#judge(ids)
      judged += ids.length
      const oldest = ids.at(-1)
      if (oldest === undefined || ids.length < count) return
      if (judged >= budget.maxJudged && this.#stopAt(oldest)) return
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
    const { store, codec } = this.#services
    const { from, bucketMs } = this.#counting
    let examined = 0
    for (let to = top; ; ) {
      const span = { from, to, count: POSTS_PER_COUNT }
      const counted = await countPosts(store, codec, { words, span, bucketMs, except })
      for (const [bucket, posts] of counted.buckets) this.#add(bucket, posts)
      await this.#judge(counted.undecided)
      examined += counted.examined
      const { oldest } = counted
      if (oldest === undefined) return
      if (examined >= maxPosts && this.#stopAt(oldest)) return
      to = oldest - 1n
      await new Promise(setImmediate)
    }
  }

  /** Posts that the index excludes by a word of a quoted post that is hidden. */
  async #judgeExcluded(
    words: ExactWords,
    { words: candidates }: PostQuery,
    except: readonly bigint[],
  ): Promise<void> {
    if (candidates === undefined) return
    const { store, codec } = this.#services
    const { to, bucketMs } = this.#counting
    const quotes: ExactWords = { kind: 'and', items: [candidates, { kind: 'word', word: SHOWS_QUOTE }] }
    const excluded: ExactWords = { kind: 'without', items: [quotes, words] }
    for (let top = to; ; ) {
      const span = { from: this.#reached, to: top, count: POSTS_PER_COUNT }
      const counted = await countPosts(store, codec, { words: excluded, span, bucketMs, except })
      await this.#judge(counted.undecided)
      if (counted.oldest === undefined) return
      top = counted.oldest - 1n
      await new Promise(setImmediate)
    }
  }

  /** @returns false when no bucket is complete yet */
  #stopAt(oldest: bigint): boolean {
    const { to, bucketMs } = this.#counting
    if (bucketOf(oldest, bucketMs) >= bucketOf(to, bucketMs)) return false
    this.#reached = oldest
    return true
  }

  async #judge(ids: readonly bigint[]): Promise<void> {
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const posts = await matchingPosts(this.#graph, this.#engine, ids.slice(at, at + BATCH_SIZE))
      for (const { post } of posts) this.#add(bucketOf(post.id, this.#counting.bucketMs), 1)
      await new Promise(setImmediate)
    }
  }

  #add(bucket: number, posts: number): void {
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + posts)
  }
}

function hasNegation(words: ExactWords): boolean {
  if (words.kind === 'word') return false
  return words.kind === 'without' || words.items.some(hasNegation)
}

function bucketOf(id: bigint, bucketMs: number): number {
  return Math.floor(snowflakeTime(id) / bucketMs)
}
