/** Updates counters of posts and users, in one row for each post or user, in the order of ids. */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import { addToUserCounts } from '../accounts/post-counters.ts'

/** Changes of the counters of a post; negative numbers subtract. */
export interface PostCountChange {
  retweets: number
  replies: number
  likes: number
  quotes: number
  bookmarks: number
}

/** Changes of the counters of a user. */
export interface UserCountChange {
  statuses: number
  favourites: number
}

const NO_CHANGE: PostCountChange = { retweets: 0, replies: 0, likes: 0, quotes: 0, bookmarks: 0 }

/** Sums the changes of counters in a transaction, and stores the sums. */
export class CountChanges {
  readonly #posts = new Map<bigint, PostCountChange>()
  readonly #users = new Map<bigint, UserCountChange>()

  /** @param initialId id of the first version of the post */
  addToPost(initialId: bigint, counter: keyof PostCountChange, by: 1 | -1): void {
    const sums = this.#posts.get(initialId) ?? { ...NO_CHANGE }
    sums[counter] += by
    this.#posts.set(initialId, sums)
  }

  addToUser(userId: bigint, counter: keyof UserCountChange, by: number): void {
    const sums = this.#users.get(userId) ?? { statuses: 0, favourites: 0 }
    sums[counter] += by
    this.#users.set(userId, sums)
  }

  /** Stores the sums. The caller must have locked the posts, so that they exist. */
  async store(tx: Tx): Promise<void> {
    const posts = sorted(this.#posts)
    await Promise.all([
      addToUserCounts(
        tx,
        sorted(this.#users).map(([userId, change]) => ({ userId, ...change })),
      ),
      upsertCounts(tx, posts.filter(([, sums]) => isGrowth(sums)).map(rowOf)),
      // A post whose counter decreases may be deleted, and must not get a new row.
      updateCounts(tx, posts.filter(([, sums]) => !isGrowth(sums)).map(rowOf)),
    ])
  }
}

function isGrowth(sums: PostCountChange): boolean {
  return Object.values(sums).every((sum: number) => sum >= 0)
}

function rowOf([id, sums]: readonly [bigint, PostCountChange]) {
  return [id, sums.retweets, sums.replies, sums.likes, sums.quotes, sums.bookmarks]
}

function sorted<Value>(map: ReadonlyMap<bigint, Value>): [bigint, Value][] {
  return [...map].sort((one, other) => (one[0] < other[0] ? -1 : 1))
}

const COLUMNS = {
  post_id: 'integer',
  retweet_count: 'integer',
  reply_count: 'integer',
  like_count: 'integer',
  quote_count: 'integer',
  bookmark_count: 'integer',
} as const

const upsertCounts = bulk(COLUMNS, (k, rows) =>
  k
    .insertInto('post_counts')
    .columns(['post_id', 'retweet_count', 'reply_count', 'like_count', 'quote_count', 'bookmark_count'])
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet((eb) => ({
        retweet_count: eb('post_counts.retweet_count', '+', eb.ref('excluded.retweet_count')),
        reply_count: eb('post_counts.reply_count', '+', eb.ref('excluded.reply_count')),
        like_count: eb('post_counts.like_count', '+', eb.ref('excluded.like_count')),
        quote_count: eb('post_counts.quote_count', '+', eb.ref('excluded.quote_count')),
        bookmark_count: eb('post_counts.bookmark_count', '+', eb.ref('excluded.bookmark_count')),
      })),
    ),
)

// Counters do not fall below 0, although imports add reposts and replies that the counter of the original does not
// include.
const updateCounts = bulk(
  COLUMNS,
  (_, rows) => sql`
    with added (post_id, retweets, replies, likes, quotes, bookmarks) as (${rows})
    update post_counts set
      retweet_count = case when retweet_count + added.retweets > 0 then retweet_count + added.retweets else 0 end,
      reply_count = case when reply_count + added.replies > 0 then reply_count + added.replies else 0 end,
      like_count = case when like_count + added.likes > 0 then like_count + added.likes else 0 end,
      quote_count = case when quote_count + added.quotes > 0 then quote_count + added.quotes else 0 end,
      bookmark_count = case when bookmark_count + added.bookmarks > 0 then bookmark_count + added.bookmarks else 0 end
    from added where post_counts.post_id = added.post_id`,
)
