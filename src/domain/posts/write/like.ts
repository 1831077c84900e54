/** Adds and removes likes of posts. Concurrent requests share their statements. */
import { bulk } from '../../../db/bulk.ts'
import { withoutAwaiting } from '../../../db/commit/without-awaiting.ts'
import type { Outcome, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type Context, Refusal } from '../../context.ts'
import { outcomeOf } from '../../outcome.ts'
import { CountChanges } from '../counts.ts'
import { type Aim, lockTargets, type Target } from './targets.ts'

/**
 * Likes a post. The id may be the id of any version of the post. A like of a repost goes to the original post.
 * @returns the id of the first version
 * @throws {Refusal} `post-not-found`, `post-not-visible`, `post-superseded`, `liked-already`
 */
export async function like(context: Context, aim: Aim): Promise<bigint> {
  // An id that is ready is not awaited, because an await could let a later call run first, and commands must
  // run in the order of their calls.
  const made = context.ids.make()
  const request = { ...aim, position: typeof made === 'bigint' ? made : await made, now: context.clock.now() }
  return context.store.writeBatched(likeAll, request)
}

/**
 * Removes a like, even if the user can no longer see the post.
 * @returns false when there was no like
 * @throws {Refusal} `post-not-found`
 */
export async function unlike(context: Context, aim: Aim): Promise<boolean> {
  return context.store.writeBatched(unlikePosts, { ...aim, now: context.clock.now() })
}

/** A like to remove inside a transaction of the caller. */
export interface LikeRequest extends Aim {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

interface NewLikeRequest extends LikeRequest {
  readonly position: bigint
}

interface LikeChange extends LikeRequest {
  readonly target: Target
}

async function likeAll(tx: Tx, inputs: readonly NewLikeRequest[]): Promise<readonly Outcome<bigint>[]> {
  const targets = await lockTargetsOf(tx, inputs)
  const done = new Set<string>()
  const outcomes = inputs.map((request) =>
    outcomeOf(() => {
      const target = targets.requireVisible(request)
      const pair = `${request.userId} ${target.initialId}`
      if (target.isLiked || done.has(pair)) {
        throw new Refusal('liked-already', `${request.userId} likes ${target.initialId} already`)
      }
      done.add(pair)
      return { ...request, target }
    }),
  )
  const changes = outcomes.flatMap((outcome) => ('value' in outcome ? [outcome.value] : []))
  withoutAwaiting([
    insertLikes(
      tx,
      changes.map(({ userId, position, target }) => [userId, position, target.initialId]),
    ),
    count(tx, changes, 1),
  ])
  for (const { userId: user_id, target, now } of changes) {
    append(tx, now, { kind: 'post.liked', user_id, post_id: target.initialId, author_id: target.authorId })
  }
  return outcomes.map((outcome) => ('value' in outcome ? { value: outcome.value.target.initialId } : outcome))
}

/** As {@link unlike}, for many likes inside a transaction. */
export async function unlikePosts(
  tx: Tx,
  inputs: readonly LikeRequest[],
): Promise<readonly Outcome<boolean>[]> {
  const targets = await lockTargetsOf(tx, inputs)
  const done = new Set<string>()
  const changes: LikeChange[] = []
  const outcomes = inputs.map((request) =>
    outcomeOf(() => {
      const target = targets.of(request)
      if (target === undefined) throw new Refusal('post-not-found', `there is no post ${request.postId}`)
      const pair = `${request.userId} ${target.initialId}`
      if (!target.isLiked || done.has(pair)) return false
      done.add(pair)
      changes.push({ ...request, target })
      return true
    }),
  )
  withoutAwaiting([
    deleteLikes(
      tx,
      changes.map(({ userId, target }) => [userId, target.initialId]),
    ),
    count(tx, changes, -1),
  ])
  for (const { userId: user_id, target, now } of changes) {
    append(tx, now, { kind: 'post.unliked', user_id, post_id: target.initialId, author_id: target.authorId })
  }
  return outcomes
}

async function lockTargetsOf(tx: Tx, inputs: readonly LikeRequest[]) {
  const [, targets] = await Promise.all([
    lockUsers(tx, [...new Set(inputs.map(({ userId }) => userId))]),
    lockTargets(tx, inputs),
  ])
  return targets
}

function count(tx: Tx, changes: readonly LikeChange[], by: 1 | -1): Promise<void> {
  const counts = new CountChanges()
  for (const { userId, target } of changes) {
    counts.addToUser(userId, 'favourites', by)
    counts.addToPost(target.initialId, 'likes', by)
  }
  return counts.store(tx)
}

const insertLikes = bulk({ user_id: 'integer', position: 'integer', post_id: 'integer' }, (k, rows) =>
  k.insertInto('likes').columns(['user_id', 'position', 'post_id']).expression(rows),
)

const deleteLikes = bulk({ user_id: 'integer', post_id: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('likes').where(listed),
)
