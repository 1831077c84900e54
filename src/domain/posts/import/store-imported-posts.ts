/** Stores the rows of imported posts, and the rows that belong to them. */
import { sql } from 'kysely'
import { bulk } from '../../../db/bulk.ts'
import type { BulkRow } from '../../../db/bulk-query.ts'
import { idList, idsOf } from '../../../db/id-list.ts'
import { query } from '../../../db/query.ts'
import type { PostsTable } from '../../../db/schema.ts'
import type { Tx } from '../../../db/store.ts'
import { addToUserCounts } from '../../accounts/post-counters.ts'
import type { PostGeo } from '../content.ts'
import { insertMissingPlaces } from '../places.ts'
import { insertGeos, insertMentions } from '../write/store-posts.ts'
import { type PlannedPost, rowOf } from './imported-post.ts'

/**
 * Stores planned posts in the order of ids. Posts that another process has stored first are skipped. @returns the
 * stored posts
 */
export async function storePosts(tx: Tx, planned: readonly PlannedPost[]): Promise<readonly PlannedPost[]> {
  const replaced: BulkRow[] = planned
    .filter(({ isReplacement }) => isReplacement)
    .map(({ post }) => [post.id])
  if (replaced.length > 0) {
    await deletePosts(tx, replaced)
    await deleteGeos(
      tx,
      planned.filter(({ isReplacement }) => isReplacement).map(({ post }) => [post.author.id, post.id]),
    )
  }
  const inserted = await insertPosts(tx, planned.map(rowOf))
  const stored = inserted.length === planned.length ? planned : those(planned, inserted)
  const geos = await geosOf(tx, stored)
  await Promise.all([
    insertCounts(tx, stored.flatMap(countsOf)),
    insertStates(tx, stored.flatMap(stateOf)),
    insertGeos(tx, geos),
    insertMissingPlaces(
      tx,
      geos.flatMap(({ geo }) => geo.place ?? []),
    ),
    insertMentions(
      tx,
      stored.flatMap(({ post }) => post.mentioned.map((userId) => ({ userId, postId: post.id }))),
    ),
    addToUserCounts(tx, statusesOf(stored)),
  ])
  return stored
}

/** Replaces the rows of these posts. */
export async function replacePosts(tx: Tx, rows: readonly PostsTable[]): Promise<void> {
  if (rows.length === 0) return
  await deletePosts(
    tx,
    rows.map(({ id }) => [id]),
  )
  await insertPosts(
    tx,
    rows.map((row) => (Object.keys(POST_COLUMNS) as (keyof typeof POST_COLUMNS)[]).map((name) => row[name])),
  )
}

function those(planned: readonly PlannedPost[], inserted: readonly BulkRow[]): readonly PlannedPost[] {
  const ids = new Set(inserted.map(([id]) => id))
  return planned.filter(({ post }) => ids.has(post.id))
}

/** The locations of the posts, except locations that were removed before. */
async function geosOf(tx: Tx, stored: readonly PlannedPost[]): Promise<readonly GeoRow[]> {
  const geos = stored.flatMap(({ post: { id, author, geo } }) =>
    geo === undefined ? [] : [{ id, authorId: author.id, geo }],
  )
  if (geos.length === 0) return geos
  const authors = [...new Set(geos.map(({ authorId }) => authorId))]
  const scrubs = new Map(
    (await tx.rows(scrubsOf, { ids: idList(authors) })).map((row) => [row.user_id, row.up_to_post_id]),
  )
  return geos.filter(({ id, authorId }) => id > (scrubs.get(authorId) ?? 0n))
}

interface GeoRow {
  readonly id: bigint
  readonly authorId: bigint
  readonly geo: PostGeo
}

// Looks up the primary key for each id.
const scrubsOf = query<{ ids: string }>()(
  (_, p, engine) => sql<{ user_id: bigint; up_to_post_id: bigint }>`
    select geo_scrubs.user_id, geo_scrubs.up_to_post_id
    from ${idsOf(p('ids'), engine)} as wanted join geo_scrubs on geo_scrubs.user_id = wanted.id`,
)

function countsOf({ post: { id, counts } }: PlannedPost): BulkRow[] {
  if (counts === undefined) return []
  const { retweets, replies, likes, quotes, impressions, urlLinkClicks, userProfileClicks } = counts
  return [[id, retweets, replies, likes, quotes, impressions, urlLinkClicks, userProfileClicks]]
}

function stateOf({ post: { id, withheldInCountries } }: PlannedPost): BulkRow[] {
  return withheldInCountries.length === 0 ? [] : [[id, id, JSON.stringify(withheldInCountries)]]
}

/** The number of new posts of each author, in the order of author ids. */
function statusesOf(stored: readonly PlannedPost[]) {
  const sums = new Map<bigint, number>()
  for (const { post, isReplacement } of stored) {
    if (!isReplacement) sums.set(post.author.id, (sums.get(post.author.id) ?? 0) + 1)
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([userId, statuses]) => ({ userId, statuses, favourites: 0 }))
}

const POST_COLUMNS = {
  id: 'integer',
  author_id: 'integer',
  created_at: 'integer',
  initial_id: 'integer',
  in_reply_to_post_id: 'integer',
  in_reply_to_user_id: 'integer',
  quoted_id: 'integer',
  reposted_id: 'integer',
  conversation_id: 'integer',
  text_key: 'text',
  content: 'text',
  checksum: 'integer',
} as const

const insertPosts = bulk(
  POST_COLUMNS,
  (k, rows) =>
    k
      .insertInto('posts')
      .columns(Object.keys(POST_COLUMNS) as (keyof typeof POST_COLUMNS)[])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
  'id',
)

const deletePosts = bulk({ id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('posts').where(listed),
)

const deleteGeos = bulk({ user_id: 'integer', post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('post_geos').where(listed),
)

const COUNT_COLUMNS = {
  post_id: 'integer',
  retweet_count: 'integer',
  reply_count: 'integer',
  like_count: 'integer',
  quote_count: 'integer',
  impression_count: 'integer',
  url_link_clicks: 'integer',
  user_profile_clicks: 'integer',
} as const

// An existing row belongs to the truncated copy of the post. The row stays, because its counts may have changed since
// the import of that copy.
const insertCounts = bulk(COUNT_COLUMNS, (k, rows) =>
  k
    .insertInto('post_counts')
    .columns(Object.keys(COUNT_COLUMNS) as (keyof typeof COUNT_COLUMNS)[])
    .expression(rows)
    .onConflict((conflict) => conflict.doNothing()),
)

const insertStates = bulk(
  { post_id: 'integer', latest_id: 'integer', withheld_in_countries: 'text' },
  (k, rows) =>
    k
      .insertInto('post_states')
      .columns(['post_id', 'latest_id', 'withheld_in_countries'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)
