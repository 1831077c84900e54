/** Checks row by row that the tables of posts are consistent. */
import assert from 'node:assert/strict'
import { query } from '../../../src/db/query.ts'
import type { Reader } from '../../../src/db/store.ts'

/**
 * Recounts all counters, and asserts that the stored counters are equal. There must be no imported posts,
 * because their counters are not exact.
 */
export async function assertPostsAreWhole(reader: Reader): Promise<void> {
  const posts = await reader.rows(allPosts, {})
  const likes = await reader.rows(allLikes, {})
  const counts = new Map((await reader.rows(allCounts, {})).map((row) => [row.post_id, row]))
  const initialOf = new Map(posts.map((post) => [post.id, post.initial_id]))
  const sums = new Map<string, number>()
  const quoting = new Set<string>()
  const add = (name: string, id: bigint | null | undefined) => {
    if (id !== null && id !== undefined) sums.set(`${name} ${id}`, (sums.get(`${name} ${id}`) ?? 0) + 1)
  }
  for (const post of posts) {
    const quoted = initialOf.get(post.quoted_id ?? 0n)
    if (quoted !== undefined && !quoting.has(`${quoted} ${post.author_id}`)) add('quotes', quoted)
    quoting.add(`${quoted} ${post.author_id}`)
    if (post.id !== post.initial_id) continue
    add('statuses', post.author_id)
    add('retweets', initialOf.get(post.reposted_id ?? 0n))
    add('replies', initialOf.get(post.in_reply_to_post_id ?? 0n))
  }
  for (const { user_id, post_id } of likes) {
    add('favourites', user_id)
    add('likes', post_id)
  }
  for (const { id, initial_id } of posts) {
    if (id !== initial_id) continue
    const row = counts.get(id)
    const stored = [row?.retweet_count, row?.reply_count, row?.like_count, row?.quote_count]
    const counted = ['retweets', 'replies', 'likes', 'quotes'].map((name) => sums.get(`${name} ${id}`) ?? 0)
    assert.deepEqual(
      stored.map((count) => count ?? 0),
      counted,
      `the counters of ${id}`,
    )
  }
  for (const id of counts.keys())
    assert.ok(initialOf.get(id) === id, `counters of ${id}, which is not a post`)
  for (const row of await reader.rows(allUsers, {})) {
    assert.equal(row.statuses_count, sums.get(`statuses ${row.user_id}`) ?? 0, `posts of ${row.user_id}`)
    assert.equal(row.favourites_count, sums.get(`favourites ${row.user_id}`) ?? 0, `likes of ${row.user_id}`)
  }
}

const allPosts = query()((k) =>
  k
    .selectFrom('posts')
    .select(['id', 'initial_id', 'author_id', 'in_reply_to_post_id', 'quoted_id', 'reposted_id']),
)

const allLikes = query()((k) => k.selectFrom('likes').select(['user_id', 'post_id']))

const allCounts = query()((k) => k.selectFrom('post_counts').selectAll())

const allUsers = query()((k) => k.selectFrom('user_counts').selectAll())
