/** Inserts posts and related rows in bulk. */
import { bulk } from '../../../db/bulk.ts'
import type { BulkRow } from '../../../db/bulk-query.ts'
import type { Tx } from '../../../db/store.ts'
import { checksumOfPost } from '../checksum.ts'
import type { Post } from '../post.ts'

/** A post that is stored for the first time. */
export interface NewPost
  extends Omit<Post, 'latestId' | 'counts' | 'droppedAt' | 'hiddenAt' | 'withheldInCountries'> {
  /** A key that is equal for duplicate texts; empty skips the duplicate check. */
  readonly textKey: string
}

/** Inserts posts with their locations. The caller updates the counts of other posts and users. */
export async function insertPosts(tx: Tx, posts: readonly NewPost[]): Promise<void> {
  await Promise.all([insertRows(tx, posts.map(rowOf)), insertGeos(tx, posts)])
}

/** Inserts the locations of the posts that have a location. */
export async function insertGeos(
  tx: Tx,
  posts: readonly Pick<NewPost, 'id' | 'authorId' | 'geo'>[],
): Promise<void> {
  const rows = posts.flatMap(({ id, authorId, geo }): BulkRow[] =>
    geo === undefined ? [] : [[authorId, id, JSON.stringify(geo)]],
  )
  await insertGeoRows(tx, rows)
}

/** A user mentioned in a post. */
export interface Mention {
  readonly userId: bigint
  readonly postId: bigint
}

/** Inserts mentions. Existing pairs of user and post do not change. */
export async function insertMentions(tx: Tx, mentions: readonly Mention[]): Promise<void> {
  await insertMentionRows(
    tx,
    mentions.map(({ userId, postId }) => [userId, postId]),
  )
}

/** A short link and its target. */
export interface ShortLink {
  /** The 10 characters after `https://t.co/`. */
  readonly slug: string
  readonly expandedUrl: string
}

/** A short link in a post. */
export interface PostLink extends ShortLink {
  readonly postId: bigint
}

/**
 * Inserts the short links of posts. The links are deleted with their posts. The slugs are random and so long that they
 * never collide.
 */
export async function insertShortLinks(tx: Tx, links: readonly PostLink[]): Promise<void> {
  await insertLinkRows(
    tx,
    links.map(({ slug, expandedUrl, postId }) => [slug, expandedUrl, postId]),
  )
}

function rowOf(post: NewPost): BulkRow {
  const row = {
    id: post.id,
    author_id: post.authorId,
    created_at: post.createdAt,
    initial_id: post.initialId,
    in_reply_to_post_id: post.inReplyToPostId,
    in_reply_to_user_id: post.inReplyToUserId,
    quoted_id: post.quotedId,
    reposted_id: post.repostedId,
    conversation_id: post.conversationId,
    text_key: post.textKey,
    content: JSON.stringify(post.content),
    checksum: 0,
  }
  row.checksum = checksumOfPost(row)
  return Object.values(row)
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

const insertRows = bulk(POST_COLUMNS, (k, rows) =>
  k
    .insertInto('posts')
    .columns(Object.keys(POST_COLUMNS) as (keyof typeof POST_COLUMNS)[])
    .expression(rows),
)

const insertGeoRows = bulk({ user_id: 'integer', post_id: 'integer', geo: 'text' }, (k, rows) =>
  k.insertInto('post_geos').columns(['user_id', 'post_id', 'geo']).expression(rows),
)

const insertMentionRows = bulk({ user_id: 'integer', post_id: 'integer' }, (k, rows) =>
  k
    .insertInto('post_mentions')
    .columns(['user_id', 'post_id'])
    .expression(rows)
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id']).doNothing()),
)

const insertLinkRows = bulk({ slug: 'text', expanded_url: 'text', post_id: 'integer' }, (k, rows) =>
  k.insertInto('short_links').columns(['slug', 'expanded_url', 'post_id']).expression(rows),
)
