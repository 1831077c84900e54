/** Adds and removes reposts. Concurrent requests share their statements. */

import { withoutAwaiting } from '../../../db/commit/without-awaiting.ts'
import type { Outcome, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type Context, Refusal } from '../../context.ts'
import { outcomeOf } from '../../outcome.ts'
import type { PostContent, PostSource } from '../content.ts'
import { CountChanges } from '../counts.ts'
import { NO_COUNTS, type Post } from '../post.ts'
import { type Authors, readAuthors } from './authors.ts'
import { erasePosts } from './delete-post.ts'
import { REPEATABLE } from './draft-content.ts'
import { insertPosts } from './store-posts.ts'
import { type Aim, lockTargets, type Target, type Targets } from './targets.ts'

export interface RepostInput extends Aim {
  /** The app with which the user reposts. */
  readonly source?: PostSource | undefined
  /** False skips the daily limit of posts; default: true. */
  readonly isLimited?: boolean | undefined
}

/**
 * Reposts a post, or the original of a repost, and returns the new post. The posts of protected users can be reposted
 * only by their authors.
 * @throws {Refusal} `user-not-found`, `user-suspended`, `user-deactivated`, `post-not-found`, `post-not-visible`,
 *   `post-superseded`, `reposted-already`, `posts-too-many`
 */
export async function repost(context: Context, input: RepostInput): Promise<Post> {
  // An id that is ready is not awaited, because an await could let a later call run first, and commands must
  // run in the order of their calls.
  const made = context.ids.make()
  const request = { ...input, id: typeof made === 'bigint' ? made : await made, now: context.clock.now() }
  return context.store.writeBatched(repostAll, request)
}

/** The result of {@link undoRepost}. */
export interface UndoneRepost {
  /** Id of the first version of the original. */
  readonly initialId: bigint
  /** The deleted repost; undefined when there was no repost. */
  readonly repost: Post | undefined
}

/**
 * Removes a repost, even if the user can no longer see the original. The id can be the id of the repost, or of any
 * version of the original.
 * @throws {Refusal} `post-not-found`
 */
export async function undoRepost(context: Context, aim: Aim): Promise<UndoneRepost> {
  const note = { now: context.clock.now(), reason: 'deleted', actor: undefined }
  return context.store.write(async (tx) => {
    await lockUsers(tx, [aim.userId])
    const target = (await lockTargets(tx, [aim])).of(aim)
    if (target === undefined) throw new Refusal('post-not-found', `there is no post ${aim.postId}`)
    const { initialId, ownRepostId } = target
    if (ownRepostId === null) return { initialId, repost: undefined }
    const [repost] = await erasePosts(tx, [ownRepostId], note)
    return { initialId, repost }
  })
}

interface RepostRequest extends RepostInput {
  readonly id: bigint
  readonly now: number
}

interface DecidedRepost {
  readonly post: Post
  readonly target: Target
}

async function repostAll(tx: Tx, inputs: readonly RepostRequest[]): Promise<readonly Outcome<Post>[]> {
  const [, targets, authors] = await Promise.all([
    lockUsers(tx, [...new Set(inputs.map(({ userId }) => userId))]),
    lockTargets(tx, inputs),
    readAuthors(
      tx,
      inputs.map(({ userId: authorId, now, isLimited }) => ({
        authorId,
        textKey: REPEATABLE,
        now,
        isLimited: isLimited ?? true,
      })),
    ),
  ])
  const done = new Set<string>()
  const outcomes = inputs.map((request) => outcomeOf(() => decide(request, targets, authors, done)))
  storeAll(
    tx,
    outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : [])),
  )
  return outcomes.map((outcome) => ('value' in outcome ? { value: outcome.value.post } : outcome))
}

/** @param done pairs of user and original that this transaction has reposted already */
function decide(
  request: RepostRequest,
  targets: Targets,
  authors: Authors,
  done: Set<string>,
): DecidedRepost {
  const { userId, id, now, source, isLimited = true } = request
  authors.requireActive(userId)
  const target = targets.requireVisible(request)
  if (target.isProtected && target.authorId !== userId) {
    throw new Refusal('post-not-visible', `@${target.authorName} is protected: nobody reposts its posts`)
  }
  const pair = `${userId} ${target.initialId}`
  if (target.ownRepostId !== null || done.has(pair)) {
    throw new Refusal('reposted-already', `${userId} has reposted ${target.initialId} already`)
  }
  if (isLimited) authors.requireRoom(userId)
  authors.add({ authorId: userId, textKey: REPEATABLE })
  done.add(pair)
  const content: PostContent = { text: '', ...(source === undefined ? {} : { source }) }
  return { post: repostOf({ id, userId, now }, target, content), target }
}

function repostOf(
  { id, userId, now }: { readonly id: bigint; readonly userId: bigint; readonly now: number },
  target: Target,
  content: PostContent,
): DecidedRepost['post'] {
  return {
    id,
    authorId: userId,
    createdAt: now,
    initialId: id,
    latestId: id,
    history: undefined,
    inReplyToPostId: null,
    inReplyToUserId: null,
    quotedId: null,
    repostedId: target.initialId,
    conversationId: id,
    content,
    geo: undefined,
    counts: NO_COUNTS,
    droppedAt: null,
    hiddenAt: null,
    withheldInCountries: [],
  }
}

/** Stores the reposts. The statements are not awaited, because they run with the commit. */
function storeAll(tx: Tx, all: readonly DecidedRepost[]): void {
  const counts = new CountChanges()
  for (const { post, target } of all) {
    counts.addToUser(post.authorId, 'statuses', 1)
    counts.addToPost(target.initialId, 'retweets', 1)
    append(tx, post.createdAt, {
      kind: 'post.created',
      user_id: post.authorId,
      post_id: post.id,
      in_reply_to_post_id: null,
      in_reply_to_user_id: null,
      quoted_id: null,
      quoted_user_id: null,
      reposted_id: target.initialId,
      reposted_user_id: target.authorId,
      mentioned: [],
    })
  }
  const posts = all.map(({ post }) => ({ ...post, textKey: REPEATABLE }))
  withoutAwaiting([insertPosts(tx, posts), counts.store(tx)])
}
