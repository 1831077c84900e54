/**
 * Posts of the members of a list, merged when they are read (domain/posts/read/merge-authors.ts). Members whose posts
 * the viewer cannot see are removed first, so that their posts do not count towards the maximum.
 */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { Viewer } from '../context.ts'
import { FIRST_CURSOR, type IdPage, type IdPageInput } from '../graph/id-page.ts'
import { pageOfIds } from '../posts/read/listed-page.ts'
import { mergedTimeline, mergedTop, type ReadHeads } from '../posts/read/merge-authors.ts'
import { IS_NEWEST, type Window } from '../posts/read/timelines.ts'
import { LIST_LIMITS } from './list.ts'
import { NO_VIEWER } from './visibility.ts'

/** Maximum number of members in a statement, so that the statement does not block the event loop for long. */
const MEMBERS_PER_READ = 500

export interface ListTimelineInput extends Window {
  readonly listId: bigint
  readonly viewer: Viewer
  readonly excludeReposts?: boolean | undefined
}

/**
 * Ids of posts, newest first, among the newest {@link LIST_LIMITS.timelineDepth}. Excludes versions that an edit has
 * replaced, and reposts of deleted posts. Can return fewer than `count` ids although more exist.
 */
export async function listTimeline(reader: Reader, input: ListTimelineInput): Promise<readonly bigint[]> {
  const { timelineDepth: depth } = LIST_LIMITS
  return mergedTimeline(reader, input, depth, memberHeads(reader, input), keeper(reader, input))
}

/**
 * A page of {@link listTimeline}. A cursor is the id of a post, with a direction, as in domain/graph/id-page.ts.
 * @param input.userId id of the list
 * @param input.count 1 to 100
 */
export async function listTimelinePage(
  reader: Reader,
  { userId: listId, cursor, count }: IdPageInput,
  viewer: Viewer,
): Promise<IdPage> {
  const list = { listId, viewer, excludeReposts: false }
  if (cursor === FIRST_CURSOR) {
    const ids = await listTimeline(reader, { ...list, count: count + 1 })
    return pageOfIds(ids, cursor, count)
  }
  const depth = LIST_LIMITS.timelineDepth
  const all = await mergedTop(reader, depth, memberHeads(reader, list), keeper(reader, list))
  return pageOfIds(all, cursor, count)
}

/**
 * Removes versions that an edit has replaced and reposts of deleted posts. With `excludeReposts`, removes all
 * reposts.
 */
function keeper(reader: Reader, { excludeReposts }: Pick<ListTimelineInput, 'excludeReposts'>) {
  const withReposts = excludeReposts === true ? 0 : 1
  return async (ids: readonly bigint[]): Promise<readonly bigint[]> => {
    if (ids.length === 0) return []
    const rows = await reader.rows(listedPosts, { ids: idList(ids), withReposts })
    const shown = new Set(rows.map(({ id }) => id))
    return ids.filter((id) => shown.has(id))
  }
}

function memberHeads(
  reader: Reader,
  { listId, viewer }: Pick<ListTimelineInput, 'listId' | 'viewer'>,
): ReadHeads {
  return async ({ since, max }, add) => {
    let position = LARGEST_ID
    for (;;) {
      const rows = await reader.rows(newestOfMembers, {
        list: listId,
        viewer: viewer.userId ?? NO_VIEWER,
        position,
        since,
        max,
        count: MEMBERS_PER_READ,
      })
      add(rows.flatMap(({ user_id: author, id }) => (id === null ? [] : [{ author, id }])))
      if (rows.length < MEMBERS_PER_READ) return
      position = must(rows.at(-1), 'the last of a full page').position
    }
  }
}

// Reads the primary key of list_members. For each member, looks up some keys and reads one row of posts_author.
const newestOfMembers = query<{
  list: bigint
  viewer: bigint
  position: bigint
  since: bigint
  max: bigint
  count: number
}>()(
  (_, p) => sql<{ user_id: bigint; position: bigint; id: bigint | null }>`
    select member.user_id, member.position,
      (select posts.id from posts
        where posts.author_id = member.user_id and posts.id > ${p('since')} and posts.id <= ${p('max')}
          and (member.user_id = ${p('viewer')} or (
            not exists (select 1 from hidden_users where hidden_users.user_id = member.user_id)
            and not exists (select 1 from blocks
              where blocks.user_id = member.user_id and blocks.blocked_id = ${p('viewer')})
            and (exists (select 1 from users where users.id = member.user_id and users.is_protected = 0)
              or exists (select 1 from friends
                where friends.follower_id = ${p('viewer')} and friends.followee_id = member.user_id))))
        order by posts.id desc limit 1) as id
    from (
      select user_id, position from list_members
      where list_id = ${p('list')} and position < ${p('position')} order by position desc limit ${p('count')}
    ) as member order by member.position desc`,
)

// Looks up some keys for each id.
const listedPosts = query<{ ids: string; withReposts: number }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select posts.id
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id
      left join posts as original on original.id = posts.reposted_id
    where ${IS_NEWEST}
      and (posts.reposted_id is null or (${p('withReposts')} = 1 and original.id is not null))`,
)
