/** Reads the posts, users and messages that notices are about, and whether each was imported. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { isLocalUser } from '../accounts/local-users.ts'
import type { ImportNotice } from './import-notice.ts'

export interface PostTarget {
  readonly authorId: bigint
  readonly initialId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** False for a post that was written on this server. */
  readonly isImported: boolean
}

export interface UserTarget {
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** True for a user of this server (accounts/local-users.ts). Notices do not change such a user. */
  readonly isLocal: boolean
  /** Id of the newest post whose location was removed before; 0 if no location was removed. */
  readonly scrubbedUpTo: bigint
}

export interface MessageTarget {
  readonly participants: readonly bigint[]
  readonly isImported: boolean
}

export interface NoticeTargets {
  readonly posts: ReadonlyMap<bigint, PostTarget>
  readonly users: ReadonlyMap<bigint, UserTarget>
  readonly messages: ReadonlyMap<bigint, MessageTarget>
}

/** @param notices the notices of one batch of an import, or fewer */
export async function findNoticeTargets(
  reader: Reader,
  notices: readonly ImportNotice[],
): Promise<NoticeTargets> {
  const posts = new Set<bigint>()
  const users = new Set<bigint>()
  const messages = new Set<bigint>()
  const scrubbed = new Set<bigint>()
  for (const notice of notices) {
    if (notice.on === 'message') messages.add(notice.id)
    else if (notice.on === 'like') posts.add(notice.postId)
    else if (notice.on !== 'user') posts.add(notice.id)
    if (notice.on === 'like') users.add(notice.userId)
    else if (notice.on === 'user' || notice.on === 'result') users.add(notice.id)
    if (notice.on === 'result' || (notice.on === 'post' && notice.action === 'scrub_geo'))
      scrubbed.add(notice.id)
  }
  const postRows = posts.size === 0 ? [] : await reader.rows(namedPosts, { ids: idList([...posts]) })
  // A notice that removes the location of a post applies to its author, so the author is read too.
  for (const row of postRows) if (scrubbed.has(row.id)) users.add(row.author_id)
  const userRows = users.size === 0 ? [] : await reader.rows(namedUsers, { ids: idList([...users]) })
  const messageRows =
    messages.size === 0 ? [] : await reader.rows(namedMessages, { ids: idList([...messages]) })
  return {
    posts: new Map(
      postRows.map((row) => [
        row.id,
        {
          authorId: row.author_id,
          initialId: row.initial_id,
          createdAt: row.created_at,
          isImported: row.is_imported === 1,
        },
      ]),
    ),
    users: new Map(
      userRows.map((row) => [
        row.id,
        {
          createdAt: row.created_at,
          isLocal: row.is_local === 1,
          scrubbedUpTo: row.up_to_post_id ?? 0n,
        },
      ]),
    ),
    messages: new Map(
      messageRows.map((row) => [
        row.id,
        { participants: [row.sender_id, row.recipient_id], isImported: row.app_id === null },
      ]),
    ),
  }
}

interface PostRow {
  id: bigint
  author_id: bigint
  initial_id: bigint
  created_at: number
  is_imported: number
}

// Looks up the primary key for each id. The `text_key` of a post that was written on this server is never empty
// (REPEATABLE in posts/write/draft-content.ts); the `text_key` of an imported post is empty. Versions that edit an
// imported post count as imported.
const namedPosts = query<{ ids: string }>()(
  (_, p, engine) => sql<PostRow>`
    select posts.id, posts.author_id, posts.initial_id, posts.created_at,
      case when original.text_key = '' then 1 else 0 end as is_imported
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id
      join posts as original on original.id = posts.initial_id`,
)

interface UserRow {
  id: bigint
  created_at: number
  is_local: number
  up_to_post_id: bigint | null
}

const namedUsers = query<{ ids: string }>()(
  (_, p, engine) => sql<UserRow>`
    select users.id, users.created_at, ${isLocalUser} as is_local, geo_scrubs.up_to_post_id
    from ${idsOf(p('ids'), engine)} as wanted join users on users.id = wanted.id
      left join geo_scrubs on geo_scrubs.user_id = users.id`,
)

const namedMessages = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint; sender_id: bigint; recipient_id: bigint; app_id: bigint | null }>`
    select messages.id, messages.sender_id, messages.recipient_id, messages.app_id
    from ${idsOf(p('ids'), engine)} as wanted join messages on messages.id = wanted.id`,
)
