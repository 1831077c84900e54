/**
 * Deletes every version of posts, with its data. For each version a tombstone (the record of the deletion) remains. The
 * post is invisible immediately. There may be many likes, bookmarks and reposts, so clean-up-deleted.ts removes them
 * later in small steps.
 */
import type { Outcome, Tx } from '../../../db/store.ts'
import { must } from '../../../lib/assert.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type AuditStamp, auditStamp, recordAudits } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { releaseOfPosts } from '../../media/attach.ts'
import { postVersion, requireVersion } from '../../moderation/versions.ts'
import { outcomeOf } from '../../outcome.ts'
import type { Post } from '../post.ts'
import { allVersionsOf, findPosts } from '../read/find-posts.ts'
import { eraseRows, insertTombstones } from '../state/erase-rows.ts'
import { requireExisting, requireStep, type Taken } from '../state/post-states.ts'
import { discount } from './discount.ts'
import { lockPosts } from './targets.ts'

export interface DeletePostInput {
  /** Id of any version of the post. */
  readonly postId: bigint
  /** The user who must be the author; undefined for the operator. */
  readonly userId?: bigint | undefined
  /** Reason, for the event and the audit log; `deleted` when omitted. */
  readonly reason?: string | undefined
  /** Name of the operator who deletes the post; undefined when the author deletes it. */
  readonly actor?: string | undefined
  /**
   * Version of the state that the operator saw, from `postVersion`. The deletion is refused if the current version is
   * different; undefined accepts any version.
   */
  readonly version?: string | undefined
}

/**
 * Deletes a post or repost, and returns its newest version. Concurrent requests share their statements.
 * @throws {Refusal} `post-not-found`, `post-not-own`, `moderated-meanwhile`
 */
export async function deletePost(context: Context, input: DeletePostInput): Promise<Post> {
  const { reason = 'deleted', actor } = input
  const made = auditStamp(context)
  const note = { now: context.clock.now(), reason, actor, stamp: made && (await made) }
  return context.store.writeBatched(deleteAll, { ...input, note })
}

interface DeleteRequest extends DeletePostInput {
  readonly note: DeletionNote
}

async function deleteAll(tx: Tx, inputs: readonly DeleteRequest[]): Promise<readonly Outcome<Post>[]> {
  const ids = inputs.map(({ postId }) => postId)
  const before = await findPosts(tx, ids)
  // This read needs no lock, because the author of a post never changes. The next statement locks the authors that this
  // read returns.
  await lockUsers(tx, [...new Set([...before.values()].map(({ authorId }) => authorId))])
  const named = await stable(tx, inputs, before)
  const request = inputs.map((input) => ({ input, named: outcomeOf(() => requireOwn(named, input)) }))
  const notes = new Map<bigint, DeletionNote>()
  const firsts = request.map(({ input, named }) => {
    if ('refusal' in named || notes.has(named.value.initialId)) return undefined
    notes.set(named.value.initialId, input.note)
    return named.value.initialId
  })
  const erased = new Map((await eraseAll(tx, notes)).map((post) => [post.initialId, post]))
  return request.map(({ named }, index) => {
    if ('refusal' in named) return named
    return outcomeOf(() => requireExisting(erased.get(firsts[index] ?? 0n), 'delete'))
  })
}

/**
 * The posts that the requests name. If no request has a version to compare, the result is `before`. Otherwise the
 * function locks the posts that have a version to compare, and reads all posts again.
 */
async function stable(
  tx: Tx,
  inputs: readonly DeletePostInput[],
  before: ReadonlyMap<bigint, Post>,
): Promise<ReadonlyMap<bigint, Post>> {
  const compared = inputs.flatMap(({ postId, version }) => {
    const post = version === undefined ? undefined : before.get(postId)
    return post === undefined ? [] : [post.initialId]
  })
  if (compared.length === 0) return before
  await lockPosts(tx, [...new Set(compared)])
  return findPosts(
    tx,
    inputs.map(({ postId }) => postId),
  )
}

/**
 * @throws {Refusal} `post-not-own`, `moderated-meanwhile`, or the reason that the table in state/post-states.ts has for
 *   the post
 */
function requireOwn(posts: ReadonlyMap<bigint, Post>, { postId, userId, version }: DeletePostInput): Post {
  const post = requireExisting(posts.get(postId), 'delete')
  requireVersion(version, postVersion(post))
  if (userId !== undefined && post.authorId !== userId) {
    throw new Refusal('post-not-own', `the post ${postId} is not by ${userId}`)
  }
  requireStep(post, 'delete')
  return post
}

export interface DeletionNote {
  readonly now: number
  readonly reason: string
  readonly actor: string | undefined
  /** Undefined when no operator acts. */
  readonly stamp?: AuditStamp | undefined
}

/**
 * Erases posts with one event for each version, and returns their newest versions. Posts that are deleted already are
 * skipped. The caller must have locked the authors.
 * @param initialIds ids of the first versions
 */
export function erasePosts(
  tx: Tx,
  initialIds: readonly bigint[],
  note: DeletionNote,
): Promise<readonly Post[]> {
  return eraseAll(tx, new Map(initialIds.map((id) => [id, note])))
}

/** A post with all its versions, first version first. */
interface PostDeletion {
  readonly first: Post
  readonly newest: Post
  readonly versions: readonly Post[]
  readonly note: DeletionNote
  readonly taken: Taken<'delete'>
}

/** @param notes the reasons and actors, by the id of the first version */
async function eraseAll(tx: Tx, notes: ReadonlyMap<bigint, DeletionNote>): Promise<readonly Post[]> {
  if (notes.size === 0) return []
  await lockPosts(tx, [...notes.keys()])
  const found = await findPosts(tx, await allVersionsOf(tx, [...notes.keys()]))
  const byFirst = Map.groupBy(found.values(), ({ initialId }) => initialId)
  const deletions = [...notes].flatMap(([id, note]) => {
    const deletion = outcomeOf(() => deletionOf(found.get(id), byFirst.get(id) ?? [], note))
    return 'value' in deletion ? deletion.value : []
  })
  const versions = deletions.flatMap((post) => post.versions)
  await releaseOfPosts(
    tx,
    versions.map(({ id }) => id),
  )
  await eraseRows(tx, versions)
  await insertTombstones(tx, deletions.flatMap(tombstonesOf))
  await discount(tx, deletions)
  await recordAudits(tx, deletions.map(auditOf))
  for (const post of deletions) appendDeleted(tx, post)
  return deletions.map(({ newest }) => newest)
}

function auditOf({ first: { id, authorId }, note: { stamp, reason } }: PostDeletion) {
  const details = { author_id: String(authorId) }
  return {
    stamp,
    entry: { action: 'post.delete', subject: { kind: 'post', key: id }, reason, details },
  } as const
}

/** @throws {Refusal} with the reason that the table in state/post-states.ts has for the post */
function deletionOf(read: Post | undefined, found: readonly Post[], note: DeletionNote): PostDeletion {
  const taken = requireStep(read, 'delete')
  const first = requireExisting(read, 'delete')
  const versions = found.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const newest = must(
    versions.find(({ id, latestId }) => id === latestId),
    'the newest version',
  )
  return { first, newest, versions, note, taken }
}

function tombstonesOf({ first, versions, note: { now, reason } }: PostDeletion) {
  const { likes, retweets, bookmarks } = first.counts
  const isSwept = likes === 0 && retweets === 0 && bookmarks === 0
  return versions.map(({ id, authorId }) => [id, authorId, now, reason, id !== first.id || isSwept ? 1 : 0])
}

function appendDeleted(tx: Tx, { first, versions, taken, note: { now, reason, actor } }: PostDeletion): void {
  for (const { id, authorId, quotedId } of versions) {
    append(tx, now, {
      kind: taken.event,
      user_id: authorId,
      post_id: id,
      initial_id: first.id,
      in_reply_to_post_id: first.inReplyToPostId,
      quoted_id: quotedId,
      reposted_id: first.repostedId,
      reason,
      ...(actor === undefined ? {} : { actor }),
    })
  }
}
