/** Links the versions of edited posts that an import stored as separate posts (spec/archives.md#archive-edits). */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { PostsTable } from '../../../db/schema.ts'
import type { Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { addToUserCounts } from '../../accounts/post-counters.ts'
import type { Context } from '../../context.ts'
import { markStale } from '../../search/stale-posts.ts'
import { checksumOfPost } from '../checksum.ts'
import { lockPosts } from '../write/targets.ts'
import { repairConversations } from './repair-conversations.ts'
import { replacePosts } from './store-imported-posts.ts'

/** Maximum number of chains in one transaction. A chain has the versions of one edited post. */
const MAX_CHAINS = 200

/** Maximum number of versions in a chain. The network had at most 6. */
export const MAX_CHAIN_LENGTH = 30

/**
 * Makes separate posts of an author the versions of one post. The oldest post becomes the first version, and
 * gets the highest of each count. The newest post is shown. A later post that has its own likes, reposts,
 * bookmarks, pins or versions stays separate.
 * @param chains ids of versions in any order, at most {@link MAX_CHAIN_LENGTH} each; ids of posts by other authors are
 * ignored
 * @returns the number of posts that became later versions
 */
export async function linkVersions(
  context: Pick<Context, 'store' | 'clock'>,
  authorId: bigint,
  chains: readonly (readonly bigint[])[],
): Promise<number> {
  let linked = 0
  for (let from = 0; from < chains.length; from += MAX_CHAINS) {
    const some = chains.slice(from, from + MAX_CHAINS)
    linked += await context.store.writeAlone((tx) => linkSome(tx, authorId, some, context.clock.now()))
  }
  return linked
}

interface Chain {
  readonly first: PostsTable
  /** Oldest first. */
  readonly later: readonly PostsTable[]
}

async function linkSome(
  tx: Tx,
  authorId: bigint,
  chains: readonly (readonly bigint[])[],
  now: number,
): Promise<number> {
  await lockUsers(tx, [authorId])
  const ids = [...new Set(chains.flat())]
  const rows = await tx.rows(postsByIds, { ids: idList(ids) })
  const engaged = new Set((await tx.rows(engagedPosts, { ids: idList(ids) })).map(({ id }) => id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const found = chains.flatMap((chain) => chainOf(chain, authorId, byId, engaged))
  if (found.length === 0) return 0
  await lockPosts(
    tx,
    found.map(({ first }) => first.id),
  )
  const moved = found.flatMap(({ first, later }) =>
    later.map((row) => ({ ...row, initial_id: first.id, conversation_id: first.conversation_id })),
  )
  await replacePosts(
    tx,
    moved.map((row) => ({ ...row, checksum: checksumOfPost(row) })),
  )
  await mergeCounts(tx, found)
  await setLatest(
    tx,
    found.map(({ first, later }) => [first.id, later.at(-1)?.id ?? first.id, '[]']),
  )
  await deleteStates(
    tx,
    moved.map(({ id }) => [id]),
  )
  await addToUserCounts(tx, [{ userId: authorId, statuses: -moved.length, favourites: 0 }])
  const replies = await repairConversations(
    tx,
    moved.map(({ id, conversation_id }) => ({ post: { id }, conversationId: conversation_id })),
  )
  await markStale(tx, { stored: [], replaced: found.map(({ first }) => first.id), moved: replies })
  for (const { first, later } of found) {
    const imported = later.length
    const range = { first_id: first.id, last_id: later.at(-1)?.id ?? first.id }
    append(tx, now, { kind: 'import.applied', of: 'posts', lines: imported + 1, imported, ...range })
  }
  return moved.length
}

/** The posts of a chain that can be linked; empty with fewer than two. */
function chainOf(
  ids: readonly bigint[],
  authorId: bigint,
  byId: ReadonlyMap<bigint, PostsTable>,
  engaged: ReadonlySet<bigint>,
): Chain[] {
  const [first, ...others] = [...new Set(ids)]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((row) => row.author_id === authorId && row.reposted_id === null)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  if (first === undefined || first.initial_id !== first.id) return []
  const later = others.filter((row) => row.initial_id === row.id && !engaged.has(row.id))
  return later.length === 0 ? [] : [{ first, later }]
}

/** Gives the first version the highest of each count, and deletes the counts of the other versions. */
async function mergeCounts(tx: Tx, chains: readonly Chain[]): Promise<void> {
  const ids = chains.flatMap(({ first, later }) => [first.id, ...later.map(({ id }) => id)])
  const rows = new Map((await tx.rows(countsByIds, { ids: idList(ids) })).map((row) => [row.post_id, row]))
  const merged = chains.flatMap(({ first, later }) => {
    const all = [first, ...later].flatMap(({ id }) => rows.get(id) ?? [])
    if (all.length === 0) return []
    return [[first.id, ...COUNTS.map((name) => Math.max(...all.map((row) => row[name])))]]
  })
  await deleteCounts(
    tx,
    chains.flatMap(({ later }) => later.map(({ id }) => [id])),
  )
  await upsertCounts(tx, merged)
}

const COUNTS = [
  'retweet_count',
  'reply_count',
  'like_count',
  'quote_count',
  'impression_count',
  'url_link_clicks',
  'user_profile_clicks',
] as const

type CountRow = { post_id: bigint } & Record<(typeof COUNTS)[number], number>

// Looks up the primary key for each id.
const postsByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<PostsTable>`
    select posts.* from ${idsOf(p('ids'), engine)} as wanted join posts on posts.id = wanted.id`,
)

// Looks up the primary key for each id.
const countsByIds = query<{ ids: string }>()(
  (_, p, engine) => sql<CountRow>`
    select post_id, ${sql.join(COUNTS.map((name) => sql.ref(name)))}
    from ${idsOf(p('ids'), engine)} as wanted join post_counts on post_counts.post_id = wanted.id`,
)

// Looks up an index of each table for each id.
const engagedPosts = query<{ ids: string }>()(
  (_, p, engine) => sql<{ id: bigint }>`
    select wanted.id from ${idsOf(p('ids'), engine)} as wanted
    where exists (select 1 from likes where likes.post_id = wanted.id)
      or exists (select 1 from bookmarks where bookmarks.post_id = wanted.id)
      or exists (select 1 from pinned_posts where pinned_posts.post_id = wanted.id)
      or exists (select 1 from posts where posts.reposted_id = wanted.id)
      or exists (select 1 from posts as version where version.initial_id = wanted.id and version.initial_id <> version.id)`,
)

const setLatest = bulk(
  { post_id: 'integer', latest_id: 'integer', withheld_in_countries: 'text' },
  (k, rows) =>
    k
      .insertInto('post_states')
      .columns(['post_id', 'latest_id', 'withheld_in_countries'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('post_id').doUpdateSet((eb) => ({ latest_id: eb.ref('excluded.latest_id') })),
      ),
)

const deleteStates = bulk({ post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('post_states').where(listed),
)

const deleteCounts = bulk({ post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('post_counts').where(listed),
)

const upsertCounts = bulk(
  {
    post_id: 'integer',
    retweet_count: 'integer',
    reply_count: 'integer',
    like_count: 'integer',
    quote_count: 'integer',
    impression_count: 'integer',
    url_link_clicks: 'integer',
    user_profile_clicks: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('post_counts')
      .columns(['post_id', ...COUNTS])
      .expression(rows)
      .onConflict((conflict) =>
        conflict
          .column('post_id')
          .doUpdateSet((eb) => Object.fromEntries(COUNTS.map((name) => [name, eb.ref(`excluded.${name}`)]))),
      ),
)
