/** Checks for "aviary verify": checksums, counters and related rows of posts. */
import { sql } from 'kysely'
import { type Check, MAX_COUNTED_FAULTS } from '../../../db/maintenance/check.ts'
import { once } from '../../../db/query.ts'
import type { PostsTable } from '../../../db/schema.ts'
import { checksumOfPost } from '../checksum.ts'

const LIMIT = sql.lit(MAX_COUNTED_FAULTS)

/** Recomputes the checksum of every row. */
export const postsCheck: Check = {
  name: 'posts',
  async run(snapshot, findings) {
    let posts = 0
    for await (const rows of snapshot.stream(allPosts, {})) {
      for (const row of rows) {
        if (checksumOfPost(row) === row.checksum) continue
        findings.fault(this.name, `Post ${row.id} is not what was written: its checksum does not fit.`)
      }
      posts += rows.length
    }
    findings.count('posts', posts)
  },
}

/**
 * Checks that the numbers of posts and likes of each user, and the bookmark counts of posts, are exact, and
 * that no rows belong to missing posts. The like count of a post can exceed the number of stored likes,
 * because imports set it, but must not be less.
 */
export const postCountersCheck: Check = {
  name: 'post counters',
  async run(snapshot, findings) {
    for (const row of await snapshot.rows(wrongPostCounters, {})) {
      findings.fault(
        this.name,
        `Post ${row.post_id} is said to have ${row.like_count} likes; there are ${row.likes}.`,
      )
    }
    for (const row of await snapshot.rows(wrongBookmarkCounters, {})) {
      findings.fault(
        this.name,
        `Post ${row.post_id} is said to have ${row.bookmark_count} bookmarks; there are ${row.bookmarks}.`,
      )
    }
    for (const row of await snapshot.rows(wrongUserCounters, {})) {
      findings.fault(
        this.name,
        `User ${row.user_id} is said to have ${row.statuses_count} posts and to like ${row.favourites_count}; there are ${row.statuses} and ${row.favourites}.`,
      )
    }
    for (const { what, post_id } of await snapshot.rows(orphans, {})) {
      findings.fault(this.name, `There are ${what} of the post ${post_id}, which is not there.`)
    }
    findings.count('likes', (await snapshot.first(likeCount, {}))?.likes ?? 0)
  },
}

const allPosts = once<PostsTable>((k) => k.selectFrom('posts').selectAll().orderBy('id'))

const wrongPostCounters = once<{ post_id: bigint; like_count: number; likes: number }>(
  () => sql`
    select * from (
      select liked.post_id, coalesce(post_counts.like_count, 0) as like_count, liked.likes
      from (select post_id, count(*) as likes from likes group by post_id) as liked
        join posts on posts.id = liked.post_id
        left join post_counts on post_counts.post_id = liked.post_id
    ) as counted where like_count < likes limit ${LIMIT}`,
)

const wrongBookmarkCounters = once<{ post_id: bigint; bookmark_count: number; bookmarks: number }>(
  () => sql`
    select * from (
      select post_id, bookmark_count,
        (select count(*) from bookmarks where bookmarks.post_id = post_counts.post_id) as bookmarks
      from post_counts
    ) as counted where bookmark_count <> bookmarks limit ${LIMIT}`,
)

const wrongUserCounters = once<{
  user_id: bigint
  statuses_count: number
  favourites_count: number
  statuses: number
  favourites: number
}>(
  () => sql`
    select * from (
      select user_id, statuses_count, favourites_count,
        (select count(*) from posts where posts.author_id = user_counts.user_id and posts.initial_id = posts.id)
          as statuses,
        (select count(*) from likes where likes.user_id = user_counts.user_id) as favourites
      from user_counts
    ) as counted
    where statuses_count <> statuses or favourites_count <> favourites limit ${LIMIT}`,
)

/** Rows without a post, in the tables whose rows are deleted with their post. */
const orphans = once<{ what: string; post_id: bigint }>(
  () => sql`
    select what, post_id from (
      select 'counters' as what, post_id from post_counts union all
      select 'states', post_id from post_states union all
      select 'places', post_id from post_geos union all
      select 'mentions', post_id from post_mentions union all
      select 'pins', post_id from pinned_posts union all
      select 'links', post_id from short_links union all
      select 'likes', post_id from likes where post_id not in (select post_id from deleted_posts where is_swept = 0)
        union all
      select 'bookmarks', post_id from bookmarks
        where post_id not in (select post_id from deleted_posts where is_swept = 0)
    ) as kept
    where not exists (select 1 from posts where posts.id = kept.post_id) limit ${LIMIT}`,
)

const likeCount = once<{ likes: number }>(() => sql`select count(*) as likes from likes`)
