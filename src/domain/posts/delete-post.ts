/**
 * Deleting: every version of a post and all that is known of it goes, a tombstone of each version stays. What others did
 * to it (likes, reposts) can be much: from now on nobody sees it, and sweep-deleted.ts removes it bit by bit.
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import { must } from '../../lib/assert.ts'
import { lockUsers } from '../accounts/find-users.ts'
import { type Context, Refusal } from '../context.ts'
import { releaseOfPost } from '../media/attach.ts'
import { CountChanges } from './counts.ts'
import { eraseRows } from './erase-rows.ts'
import { findPosts, versionsOf } from './find-posts.ts'
import type { Post } from './post.ts'
import { lockPosts } from './targets.ts'

export interface DeletePostInput {
  /** Any version. */
  readonly postId: bigint
  /** Who must be the author; undefined for the operator. */
  readonly userId?: bigint | undefined
  /** Why, for the record; `deleted` when left out. */
  readonly reason?: string | undefined
  /** Who did it, when that is not the author. */
  readonly actor?: string | undefined
}

/**
 * Deletes a post, or a repost; gives it as it was, in its newest version.
 * @throws {Refusal} `post-not-found`, `post-not-own`
 */
export async function deletePost(context: Context, input: DeletePostInput): Promise<Post> {
  const { postId, userId, reason, actor } = input
  const now = context.clock.now()
  // Who the author is never changes, so it may be asked before; whom to hold must be known then.
  const before = (await findPosts(context.store, [postId])).get(postId)
  if (before === undefined) throw new Refusal('post-not-found', `there is no post ${postId}`)
  if (userId !== undefined && before.authorId !== userId) {
    throw new Refusal('post-not-own', `the post ${postId} is not by ${userId}`)
  }
  const note = { now, reason: reason ?? 'deleted', actor }
  return context.store.write(async (tx) => {
    await lockUsers(tx, [before.authorId])
    return (await erasePosts(tx, [before.initialId], note))[0] ?? refuseGone(postId)
  })
}

function refuseGone(postId: bigint): never {
  throw new Refusal('post-not-found', `there is no post ${postId}`)
}

export interface DeletionNote {
  readonly now: number
  readonly reason: string
  readonly actor: string | undefined
}

/**
 * Erases posts, with one event for each version, and gives them as they were in their newest version; those that are
 * gone already are left out. Whoever calls it holds their authors.
 * @param initialIds first versions
 */
export async function erasePosts(
  tx: Tx,
  initialIds: readonly bigint[],
  note: DeletionNote,
): Promise<readonly Post[]> {
  await lockPosts(tx, initialIds)
  const erased: Post[] = []
  for (const initialId of initialIds) {
    const versions = await findPosts(tx, await versionsOf(tx, initialId))
    const first = versions.get(initialId)
    if (first !== undefined) erased.push(await erase(tx, [...versions.values()], note))
  }
  return erased
}

/** @param versions of one post */
async function erase(tx: Tx, versions: readonly Post[], note: DeletionNote): Promise<Post> {
  const post = must(
    versions.find(({ id, latestId }) => id === latestId),
    'the newest version',
  )
  const first = must(
    versions.find(({ id, initialId }) => id === initialId),
    'the first version',
  )
  const ids = versions.map(({ id }) => id)
  const isSwept = first.counts.likes === 0 && first.counts.retweets === 0
  for (const each of ids) await releaseOfPost(tx, each)
  await eraseRows(tx, post.authorId, ids)
  await insertTombstones(
    tx,
    ids.map((id) => [id, post.authorId, note.now, note.reason, id !== first.id || isSwept ? 1 : 0]),
  )
  await discount(tx, first, versions)
  for (const { id } of versions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    append(tx, note.now, {
      kind: 'post.deleted',
      user_id: post.authorId,
      post_id: id,
      initial_id: first.id,
      in_reply_to_post_id: first.inReplyToPostId,
      quoted_id: first.quotedId,
      reposted_id: first.repostedId,
      reason: note.reason,
      ...(note.actor === undefined ? {} : { actor: note.actor }),
    })
  }
  return post
}

/** Takes away what the post counted elsewhere; its rows are gone already. */
async function discount(tx: Tx, first: Post, versions: readonly Post[]): Promise<void> {
  const counts = new CountChanges()
  counts.addToUser(first.authorId, 'statuses', -1)
  if (first.repostedId !== null) counts.addToPost(first.repostedId, 'retweets', -1)
  const named = [first.inReplyToPostId, ...versions.map(({ quotedId }) => quotedId)].flatMap((id) => id ?? [])
  const others = await findPosts(tx, [...new Set(named)])
  const parent = others.get(first.inReplyToPostId ?? 0n)
  if (parent !== undefined) counts.addToPost(parent.initialId, 'replies', -1)
  const quoted = new Set(versions.flatMap(({ quotedId }) => others.get(quotedId ?? 0n)?.initialId ?? []))
  for (const initial of quoted) {
    const rest = await tx.first(otherQuote, { author: first.authorId, initial })
    if (rest === undefined) counts.addToPost(initial, 'quotes', -1)
  }
  await counts.store(tx)
}

const insertTombstones = bulk(
  { post_id: 'integer', author_id: 'integer', deleted_at: 'integer', reason: 'text', is_swept: 'integer' },
  (k, rows) =>
    k
      .insertInto('deleted_posts')
      .columns(['post_id', 'author_id', 'deleted_at', 'reason', 'is_swept'])
      .expression(rows)
      .onConflict((conflict) => conflict.doNothing()),
)

/** Whether an author quotes any version of a post. Uses the index posts_quotes. */
const otherQuote = query<{ author: bigint; initial: bigint }>()(
  (_, p) => sql<{ id: bigint }>`
    select id from posts where author_id = ${p('author')} and quoted_id in (
      select ${p('initial')} union all
      select version.id from posts as version
      where version.initial_id = ${p('initial')} and version.initial_id <> version.id
    ) limit 1`,
)
