/** Finds posts by id. The functions do not check visibility (see visibility.ts). */
import { type RawBuilder, sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { Refusal } from '../../context.ts'
import { type Post, type PostRow, postOf } from '../post.ts'

/** The existing posts with these ids, by id. Pass at most a few hundred ids, because one statement reads all. */
export async function findPosts(reader: Reader, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Post>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.rows(postsByIds, { ids: idList(ids) })
  return new Map(rows.map((row) => [row.id, postOf(row)]))
}

/** The post with an id. @throws {Refusal} `post-not-found` */
export async function requirePost(reader: Reader, id: bigint): Promise<Post> {
  const post = (await findPosts(reader, [id])).get(id)
  if (post === undefined) throw new Refusal('post-not-found', `there is no post with the id ${id}`)
  return post
}

/** The ids of all versions of a post, first version first. */
export async function versionsOf(reader: Reader, initialId: bigint): Promise<readonly bigint[]> {
  const rows = await reader.rows(laterVersions, { initial: initialId })
  return [initialId, ...rows.map(({ id }) => id)]
}

/** The ids of all versions of many posts, in no defined order. */
export async function allVersionsOf(
  reader: Reader,
  initialIds: readonly bigint[],
): Promise<readonly bigint[]> {
  if (initialIds.length === 0) return []
  const rows = await reader.rows(laterVersionsOfAll, { initials: idList(initialIds) })
  return [...initialIds, ...rows.map(({ id }) => id)]
}

/**
 * A statement that reads whole posts. The statement looks up four primary keys for each post, and reads the versions of
 * edited posts from the index posts_versions.
 * @param selected a `from` clause with the table `posts`
 * @param rest the clauses after the joins
 */
export function postRows(selected: RawBuilder<unknown>, rest: RawBuilder<unknown>): RawBuilder<PostRow> {
  return sql<PostRow>`
    select posts.id, posts.author_id, posts.created_at, posts.initial_id, posts.in_reply_to_post_id,
      posts.in_reply_to_user_id, posts.quoted_id, posts.reposted_id, posts.conversation_id, posts.text_key,
      posts.content, posts.checksum, post_states.latest_id, post_states.dropped_at, post_states.hidden_at,
      post_states.withheld_in_countries, post_geos.geo, post_counts.retweet_count,
      post_counts.reply_count, post_counts.like_count, post_counts.quote_count, post_counts.impression_count,
      post_counts.url_link_clicks, post_counts.user_profile_clicks, post_counts.bookmark_count,
      case when post_states.latest_id <> posts.initial_id then (
        select string_agg(cast(version.id as text), ',') from posts as version
        where version.initial_id = posts.initial_id and version.initial_id <> version.id
      ) end as later_ids,
      case when post_states.latest_id <> posts.initial_id then (
        select first.created_at from posts as first where first.id = posts.initial_id
      ) end as first_created_at
    from ${selected}
      left join post_states on post_states.post_id = posts.initial_id
      left join post_counts on post_counts.post_id = posts.initial_id
      left join post_geos on post_geos.user_id = posts.author_id and post_geos.post_id = posts.id ${rest}`
}

const postsByIds = query<{ ids: string }>()((_, p, engine) =>
  postRows(sql`${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`, sql``),
)

// Uses the index posts_versions.
const laterVersions = query<{ initial: bigint }>()((k, p) =>
  k
    .selectFrom('posts')
    .select('id')
    .where('initial_id', '=', p('initial'))
    .whereRef('initial_id', '<>', 'id')
    .orderBy('id'),
)

// Uses the index posts_versions for each id.
const laterVersionsOfAll = query<{ initials: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select posts.id from ${idsOf(p('initials'), engine)} as wanted
      join posts on posts.initial_id = wanted.id and posts.initial_id <> posts.id`,
)
