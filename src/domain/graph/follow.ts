/**
 * Following and unfollowing. Whoever waits to do so shares the statements: what stands between all of them is read at
 * once, changed in memory by one after the other, and stored at once.
 */
import type { Outcome, Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { append } from '../../log/append.ts'
import type { Event } from '../../log/event.ts'
import type { FullUser } from '../accounts/find-users.ts'
import { isHidden } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'
import { type Counts, type EdgeEnds, type PairState, readPairStates } from './pair-state.ts'
import type { Relation } from './relations.ts'
import { storePairStates } from './store-pair-states.ts'

export interface FollowInput extends EdgeEnds {
  /** Whether the follower wants notifications; left as it is when undefined. */
  readonly wantsNotifications?: boolean | undefined
  /** Whether there is an end to how many a user may follow; true when left out. */
  readonly isLimited?: boolean | undefined
}

/** What became of a follow: a new edge, a request to a protected user, or nothing that was not so already. */
export type FollowOutcome = 'followed' | 'requested' | 'followed-already'

/** The user with whom something was changed, and what stood between the two, as of before the change. */
export interface Before {
  readonly user: FullUser
  readonly relation: Relation
}

/** How many anybody may follow, and how many more for each follower beyond that. */
const FRIENDS_FREE = 5_000
const FRIENDS_PER_FOLLOWER = 1.1

/** Whether a user has not yet reached how many it may follow: 5,000, or a tenth more than its followers. */
function mayFollowMore({ friends, followers }: Counts): boolean {
  return friends < Math.max(FRIENDS_FREE, Math.floor(followers * FRIENDS_PER_FOLLOWER))
}

/**
 * Makes `follower` follow `followee`, or ask a protected one for it. Following someone already followed changes
 * nothing.
 * @throws {Refusal} `user-not-found`, `follows-oneself`, `blocked-by-target`, `blocks-target`, `follow-requested-already`,
 *   `follows-too-many`
 */
export async function follow(
  context: Context,
  input: FollowInput,
): Promise<{ readonly outcome: FollowOutcome; readonly before: Before }> {
  if (input.follower === input.followee) throw new Refusal('follows-oneself', 'a user cannot follow itself')
  // Verbs run in the order of their calls, so nothing is awaited that is there.
  const made = context.ids.make()
  const asked = {
    ...input,
    decide: decideFollow,
    now: context.clock.now(),
    position: typeof made === 'bigint' ? made : await made,
  }
  const { done, before } = await context.store.writeBatched(changeAll, asked)
  return { outcome: done as FollowOutcome, before: must(before, 'a user who was followed') }
}

/** Undoes {@link follow}, the edge or the request; whether there was something to undo. */
export async function unfollow(context: Context, { follower, followee }: EdgeEnds): Promise<boolean> {
  const asked = { follower, followee, decide: decideUnfollow, now: context.clock.now(), position: 0n }
  return (await context.store.writeBatched(changeAll, asked)).done === 'unfollowed'
}

/**
 * As {@link unfollow}, of a user that the follower sees.
 * @throws {Refusal} `user-not-found`, also for one who is hidden
 */
export async function unfollowShown(context: Context, { follower, followee }: EdgeEnds): Promise<Before> {
  const asked = { follower, followee, decide: decideUnfollowShown, now: context.clock.now(), position: 0n }
  const { before } = await context.store.writeBatched(changeAll, asked)
  return must(before, 'a user who is shown')
}

type Done = FollowOutcome | 'unfollowed' | 'nothing'

interface Changed {
  readonly done: Done
  /** Undefined when one of the two does not exist. */
  readonly before: Before | undefined
}

interface FollowChange extends FollowInput {
  readonly now: number
  /** Of a new edge or request. */
  readonly position: bigint
  /** Does it to what stands between the two, in memory. @throws {Refusal} before it has changed anything */
  decide(asked: FollowChange, standing: PairState | undefined): Decision
}

interface Decision {
  readonly done: Done
  readonly events: readonly Event[]
}

async function changeAll(tx: Tx, inputs: readonly FollowChange[]): Promise<readonly Outcome<Changed>[]> {
  const standings = await readPairStates(tx, inputs)
  const befores = standings.map(beforeOf)
  const decisions = inputs.map((asked, index) => decisionOf(asked, standings[index]))
  const known = new Set(standings.filter((standing) => standing !== undefined))
  const lost = await storePairStates(tx, [...known])
  return inputs.map(({ position, now }, index) => {
    const decision = must(decisions[index], 'a decision on each input')
    if (decision instanceof Error) return { refusal: decision }
    const before = befores[index]
    // An import, which holds nobody, has added the same edge in this moment.
    if (lost.has(position)) return { value: { done: 'followed-already', before } }
    for (const event of decision.events) append(tx, now, event)
    return { value: { done: decision.done, before } }
  })
}

function beforeOf(standing: PairState | undefined): Before | undefined {
  return standing && { user: standing.user, relation: standing.relation }
}

function decisionOf(asked: FollowChange, standing: PairState | undefined): Decision | Refusal {
  try {
    return asked.decide(asked, standing)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function decideFollow(asked: FollowChange, standing: PairState | undefined): Decision {
  const { follower, followee, position } = asked
  const between = demandFollowable(asked, standing)
  const { relation, user, ofFollower, ofFollowee } = between
  const ends = { user_id: follower, followee_id: followee }
  if (!relation.following && user.isProtected) {
    between.request = position
    between.relation = { ...relation, followingRequested: true }
    return { done: 'requested', events: [{ kind: 'user.follow_requested', ...ends }] }
  }
  const wantsNotifications = asked.wantsNotifications ?? relation.wantsNotifications
  if (relation.following) {
    between.relation = { ...relation, wantsNotifications }
    return { done: 'followed-already', events: [] }
  }
  between.edge = position
  // One that was made while the target was protected.
  between.request = null
  between.relation = {
    ...relation,
    following: true,
    followingRequested: false,
    wantsRetweets: true,
    wantsNotifications,
  }
  ofFollower.friends += 1
  ofFollowee.followers += 1
  return { done: 'followed', events: [{ kind: 'user.followed', ...ends }] }
}

function demandFollowable(asked: FollowChange, standing: PairState | undefined): PairState {
  const { follower, followee, isLimited = true } = asked
  if (standing === undefined) {
    throw new Refusal('user-not-found', `there is no user ${follower}, or none ${followee}`)
  }
  const { relation, user } = standing
  const { screenName, isProtected } = user
  if (isHidden(user)) throw new Refusal('user-not-found', `@${screenName} cannot be followed now`)
  if (relation.blockedBy) throw new Refusal('blocked-by-target', `@${screenName} has blocked the user`)
  if (relation.blocking) throw new Refusal('blocks-target', `@${screenName} is blocked; unblock first`)
  if (relation.following) return standing
  if (isLimited && !mayFollowMore(standing.ofFollower)) {
    throw new Refusal('follows-too-many', `${follower} follows as many as it may`)
  }
  if (isProtected && relation.followingRequested) {
    throw new Refusal('follow-requested-already', `@${screenName} was asked already`)
  }
  return standing
}

function decideUnfollowShown(asked: FollowChange, standing: PairState | undefined): Decision {
  if (standing === undefined || isHidden(standing.user)) {
    throw new Refusal('user-not-found', `there is no user ${asked.followee}`)
  }
  return decideUnfollow(asked, standing)
}

function decideUnfollow({ follower, followee }: FollowChange, standing: PairState | undefined): Decision {
  const events: Event[] = []
  const ends = { user_id: follower, followee_id: followee }
  if (standing === undefined) return { done: 'nothing', events }
  if (standing.edge !== null) {
    events.push({ kind: 'user.unfollowed', ...ends })
    standing.ofFollower.friends -= 1
    standing.ofFollowee.followers -= 1
  }
  if (standing.request !== null) events.push({ kind: 'user.follow_request_ended', ...ends, how: 'withdrawn' })
  standing.edge = null
  standing.request = null
  standing.relation = {
    ...standing.relation,
    following: false,
    followingRequested: false,
    wantsRetweets: false,
    wantsNotifications: false,
  }
  return { done: events.length === 0 ? 'nothing' : 'unfollowed', events }
}
