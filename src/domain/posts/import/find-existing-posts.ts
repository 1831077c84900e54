/** Finds the posts of an import, and the posts that they refer to, that exist already. */
import { sql } from 'kysely'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import {
  ANY_AUTHOR,
  CUT_SHORT,
  type ExistingPost,
  type ExistingPosts,
  type PostBundle,
  pairKey,
} from './imported-post.ts'

/** Number of ids that one statement reads. */
const MAX_IDS_PER_READ = 1_000

/**
 * Reads the posts inside the transaction that stores the new posts. @param bundles the lines of a batch, each with its
 * posts
 */
export async function findExistingPosts(tx: Reader, bundles: readonly PostBundle[]): Promise<ExistingPosts> {
  const sought = new Set<bigint>()
  const pairs = new Map<string, readonly [bigint, bigint]>()
  for (const { posts, referenced } of bundles) {
    for (const list of [referenced, posts]) {
      for (const { id, author, inReplyToPostId, quotedId, repostedId } of list) {
        sought.add(id)
        if (inReplyToPostId !== null) sought.add(inReplyToPostId)
        if (quotedId !== null) sought.add(quotedId)
        if (repostedId === null) continue
        sought.add(repostedId)
        pairs.set(pairKey(repostedId, author.id), [repostedId, author.id])
      }
    }
  }
  const ids = [...sought]
  const known = new Map<bigint, ExistingPost>()
  const deleted = new Map<bigint, bigint[]>()
  const hasDeleted = (await tx.first(anyDeleted, {})) !== undefined
  const hasNotices = (await tx.first(anyNotice, {})) !== undefined
  for (let from = 0; from < ids.length; from += MAX_IDS_PER_READ) {
    const list = idList(ids.slice(from, from + MAX_IDS_PER_READ))
    for (const row of await tx.rows(existingPosts, { ids: list })) known.set(row.id, existingOf(row))
    if (hasDeleted) {
      for (const { post_id } of await tx.rows(deletedPosts, { ids: list })) deleted.set(post_id, [ANY_AUTHOR])
    }
    if (hasNotices) {
      for (const { post_id, author_id } of await tx.rows(deletionNotices, { ids: list })) {
        deleted.set(post_id, [...(deleted.get(post_id) ?? []), author_id])
      }
    }
  }
  return { posts: known, deleted, reposts: await findReposts(tx, known, [...pairs.values()]) }
}

/** Existing reposts of these posts by these authors. */
async function findReposts(
  tx: Reader,
  known: ReadonlyMap<bigint, ExistingPost>,
  pairs: readonly (readonly [bigint, bigint])[],
): Promise<ReadonlyMap<string, bigint>> {
  const sought = pairs.flatMap(([id, authorId]) => {
    const target = known.get(id)
    return target === undefined ? [] : [`[${target.initialId},${authorId}]`]
  })
  const reposts = new Map<string, bigint>()
  for (let from = 0; from < sought.length; from += MAX_IDS_PER_READ) {
    const rows = await tx.rows(repostsOf, {
      pairs: `[${sought.slice(from, from + MAX_IDS_PER_READ).join(',')}]`,
    })
    for (const { reposted_id, author_id, id } of rows) reposts.set(pairKey(reposted_id, author_id), id)
  }
  return reposts
}

interface ExistingRow {
  id: bigint
  author_id: bigint
  initial_id: bigint
  reposted_id: bigint | null
  conversation_id: bigint
  cut_short: number
}

function existingOf(row: ExistingRow): ExistingPost {
  return {
    authorId: row.author_id,
    initialId: row.initial_id,
    repostedId: row.reposted_id,
    conversationId: row.conversation_id,
    isCutShort: row.cut_short === 1,
  }
}

// Looks up the primary key for each id.
const existingPosts = query<{ ids: string }>()(
  (_, p, engine) => sql<ExistingRow>`
    select posts.id, posts.author_id, posts.initial_id, posts.reposted_id, posts.conversation_id,
      case when posts.content like ${sql.lit(`${CUT_SHORT}%`)} then 1 else 0 end as cut_short
    from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)

const anyDeleted = query()((k) => k.selectFrom('deleted_posts').select('post_id').limit(1))

// Looks up the primary key for each id.
const deletedPosts = query<{ ids: string }>()(
  (_, p, engine) => sql<{ post_id: bigint }>`
    select deleted_posts.post_id from ${idsOf(p('ids'), engine)} as wanted
    join deleted_posts on deleted_posts.post_id = wanted.id`,
)

const anyNotice = query()((k) => k.selectFrom('import_notices').select('subject_id').limit(1))

// Looks up the primary key for each id.
const deletionNotices = query<{ ids: string }>()(
  (_, p, engine) => sql<{ post_id: bigint; author_id: bigint }>`
    select import_notices.subject_id as post_id, import_notices.author_id
    from ${idsOf(p('ids'), engine)} as wanted join import_notices on import_notices.subject_id = wanted.id
    where import_notices.kind = 'delete'`,
)

// Uses the index posts_repost_pair.
const repostsOf = query<{ pairs: string }>()(
  (_, p, engine) => sql<{ id: bigint; reposted_id: bigint; author_id: bigint }>`
    select posts.id, posts.reposted_id, posts.author_id
    from ${
      engine === 'sqlite'
        ? sql`(select value ->> 0 as reposted_id, value ->> 1 as author_id from json_each(${p('pairs')}))`
        : sql`(select cast(value ->> 0 as bigint) as reposted_id, cast(value ->> 1 as bigint) as author_id
            from json_array_elements(${p('pairs')}::text::json))`
    } as pair
    join posts on posts.reposted_id = pair.reposted_id and posts.author_id = pair.author_id`,
)
