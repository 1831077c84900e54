/** Finds the most used hashtags of the last 24 hours (spec/v2.md#spaces-and-trends). */
import { sql } from 'kysely'
import { isItemFailure } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { TagEntity } from '../posts/content.ts'
import { contentOf } from '../posts/content-schema.ts'
import { IS_NEWEST } from '../posts/read/timelines.ts'
import { rest } from '../posts/write/rest.ts'

/** Maximum number of trends. */
export const MAX_TRENDS = 50

export interface Trend {
  /**
   * The hashtag with `#`, in its most frequent spelling. If several spellings are equally frequent, the newest spelling
   * is used.
   */
  readonly name: string
  /** Number of posts with the hashtag in any spelling. */
  readonly posts: number
}

export interface Trends {
  /** Time of the count, in milliseconds since the Unix epoch. */
  readonly asOf: number
  /** At most {@link MAX_TRENDS} hashtags, in descending order of use. */
  readonly trends: readonly Trend[]
}

const DAY_MS = 86_400_000

/** Number of posts that one statement reads, so that the statement does not block the event loop for long. */
const SLICE = 1_000

/** Maximum number of posts, and of hashtags, in a count. On a busier network, only the newest posts are counted. */
const MAX_POSTS = 100_000
const MAX_HASHTAGS = 200_000

/**
 * Counts the hashtags of public posts. Does not count reposts, versions that an edit has replaced, dropped posts and
 * withheld posts. Does not count posts of protected, suspended, deactivated and withheld authors either.
 */
export async function topHashtags(store: Reader, clock: Clock): Promise<Trends> {
  const asOf = clock.now()
  const since = firstSnowflakeAt(asOf - DAY_MS)
  const counts = new HashtagCounts()
  let before = firstSnowflakeAt(asOf + 1)
  for (let seen = 0; seen < MAX_POSTS; seen += SLICE) {
    const started = clock.monotonic()
    const next = await store.first(sliceBound, { since, before, slice: SLICE })
    const from = next?.id ?? since
    for (const row of await store.rows(taggedPosts, { from, before })) counts.add(hashtagsIn(row))
    if (next === undefined) break
    before = from
    await rest(clock, started)
  }
  return { asOf, trends: counts.top(MAX_TRENDS) }
}

function hashtagsIn({ content }: { readonly content: string }): readonly TagEntity[] {
  try {
    return contentOf(content).hashtags ?? []
  } catch (error) {
    // A corrupt post is skipped, so that the other posts can be counted. Requests that show the post report the
    // corruption.
    if (isItemFailure(error)) return []
    throw error
  }
}

interface HashtagCount {
  posts: number
  readonly spellings: Map<string, number>
}

class HashtagCounts {
  readonly #counts = new Map<string, HashtagCount>()

  /** Counts each hashtag of a post only once. */
  add(hashtags: readonly TagEntity[]): void {
    // If a post has several spellings of a hashtag, the first spelling is counted.
    const ofPost = new Map(hashtags.toReversed().map(({ text }) => [text.toLowerCase(), text]))
    for (const [key, text] of ofPost) {
      const count = this.#counts.get(key) ?? this.#begin(key)
      if (count === undefined) continue
      count.posts += 1
      count.spellings.set(text, (count.spellings.get(text) ?? 0) + 1)
    }
  }

  top(count: number): readonly Trend[] {
    return [...this.#counts]
      .sort(([key, one], [otherKey, other]) => other.posts - one.posts || (key < otherKey ? -1 : 1))
      .slice(0, count)
      .map(([key, { posts, spellings }]) => ({ name: `#${mostFrequent(spellings, key)}`, posts }))
  }

  #begin(key: string): HashtagCount | undefined {
    if (this.#counts.size >= MAX_HASHTAGS) return undefined
    const count = { posts: 0, spellings: new Map<string, number>() }
    this.#counts.set(key, count)
    return count
  }
}

function mostFrequent(spellings: ReadonlyMap<string, number>, fallback: string): string {
  let best = fallback
  let most = 0
  for (const [spelling, posts] of spellings) {
    if (posts > most) [best, most] = [spelling, posts]
  }
  return best
}

// Uses the primary key. Finds the oldest post of a full slice; returns no row for the last slice.
const sliceBound = query<{ since: bigint; before: bigint; slice: number }>()(
  (_, p) => sql<{ id: bigint }>`
    select id from posts where id >= ${p('since')} and id < ${p('before')}
    order by id desc limit 1 offset ${p('slice')} - 1`,
)

// Reads a range of the primary key. Looks up keys only for posts with hashtags.
const taggedPosts = query<{ from: bigint; before: bigint }>()(
  (_, p) => sql<{ content: string }>`
    select posts.content from posts
      join users on users.id = posts.author_id
      left join post_states on post_states.post_id = posts.initial_id
    where posts.id >= ${p('from')} and posts.id < ${p('before')} and posts.reposted_id is null
      and posts.content like '%"hashtags":%'
      and users.is_protected = 0 and users.suspended_at is null and users.deactivated_at is null
      and users.withheld_in_countries = '[]'
      and post_states.dropped_at is null and coalesce(post_states.withheld_in_countries, '[]') = '[]'
      and ${IS_NEWEST}
    order by posts.id desc`,
)
