/**
 * Follow and unfollow. Concurrent calls are processed in batches. The states of all pairs of users are read together.
 * The calls change the states in memory, one call after another, and the states are stored together.
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
  /** Setting of the edge (follow); undefined leaves it unchanged. */
  readonly wantsNotifications?: boolean | undefined
  /** False skips the limit on follows (`follows-too-many`); default: true. */
  readonly isLimited?: boolean | undefined
}

/** Outcome of the command `follow`: a new follow, a request to a protected user, or an existing follow. */
export type FollowOutcome = 'followed' | 'requested' | 'followed-already'

/** The state before the change: the followee, and the relation of the follower to the followee. */
export interface Before {
  readonly user: FullUser
  readonly relation: Relation
}

/** Number of users that every user may follow. */
const FRIENDS_FREE = 5_000
/** A user with many followers may follow more users: this many for each follower. */
const FRIENDS_PER_FOLLOWER = 1.1

function mayFollowMore({ friends, followers }: Counts): boolean {
  return friends < Math.max(FRIENDS_FREE, Math.floor(followers * FRIENDS_PER_FOLLOWER))
}

/**
 * Makes `follower` follow `followee`, or creates a request if `followee` is protected. If `follower` follows already,
 * only the setting for notifications can change.
 * @throws {Refusal} `user-not-found`, `follows-oneself`, `blocked-by-target`, `blocks-target`,
 *   `follow-requested-already`, `follows-too-many`
 */
export async function follow(
  context: Context,
  input: FollowInput,
): Promise<{ readonly outcome: FollowOutcome; readonly before: Before }> {
  if (input.follower === input.followee) throw new Refusal('follows-oneself', 'a user cannot follow itself')
  // Awaits only an id that is not ready, because commands must run in the order of their calls.
  const made = context.ids.make()
  const change = {
    ...input,
    decide: decideFollow,
    now: context.clock.now(),
    position: typeof made === 'bigint' ? made : await made,
  }
  const { done, before } = await context.store.writeBatched(changeAll, change)
  return { outcome: done as FollowOutcome, before: must(before, 'a user who was followed') }
}

/** Removes the follow or the request. @returns false if there was no follow and no request */
export async function unfollow(context: Context, { follower, followee }: EdgeEnds): Promise<boolean> {
  const change = { follower, followee, decide: decideUnfollow, now: context.clock.now(), position: 0n }
  return (await context.store.writeBatched(changeAll, change)).done === 'unfollowed'
}

/**
 * As {@link unfollow}, but refuses a hidden followee.
 * @throws {Refusal} `user-not-found`, also for a hidden user
 */
export async function unfollowShown(context: Context, { follower, followee }: EdgeEnds): Promise<Before> {
  const change = { follower, followee, decide: decideUnfollowShown, now: context.clock.now(), position: 0n }
  const { before } = await context.store.writeBatched(changeAll, change)
  return must(before, 'a user who is shown')
}

type Done = FollowOutcome | 'unfollowed' | 'nothing'

interface Changed {
  readonly done: Done
  /** Undefined when at least one of the two users does not exist. */
  readonly before: Before | undefined
}

interface FollowChange extends FollowInput {
  readonly now: number
  /** Position of a new edge or request: a snowflake id. */
  readonly position: bigint
  /** Changes the state in memory. @throws {Refusal} before any change */
  decide(change: FollowChange, state: PairState | undefined): Decision
}

interface Decision {
  readonly done: Done
  readonly events: readonly Event[]
}

async function changeAll(tx: Tx, inputs: readonly FollowChange[]): Promise<readonly Outcome<Changed>[]> {
  const states = await readPairStates(tx, inputs)
  const befores = states.map(beforeOf)
  const decisions = inputs.map((change, index) => decisionOf(change, states[index]))
  const changed = new Set(states.filter((state) => state !== undefined))
  const lost = await storePairStates(tx, [...changed])
  return inputs.map(({ position, now }, index) => {
    const decision = must(decisions[index], 'a decision on each input')
    if (decision instanceof Error) return { refusal: decision }
    const before = befores[index]
    // An import has added the same edge at the same time, because imports do not lock users.
    if (lost.has(position)) return { value: { done: 'followed-already', before } }
    for (const event of decision.events) append(tx, now, event)
    return { value: { done: decision.done, before } }
  })
}

function beforeOf(state: PairState | undefined): Before | undefined {
  return state && { user: state.user, relation: state.relation }
}

function decisionOf(change: FollowChange, state: PairState | undefined): Decision | Refusal {
  try {
    return change.decide(change, state)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function decideFollow(change: FollowChange, state: PairState | undefined): Decision {
  const { follower, followee, position } = change
  const between = requireFollowable(change, state)
  const { relation, user, ofFollower, ofFollowee } = between
  const ends = { user_id: follower, followee_id: followee }
  if (!relation.following && user.isProtected) {
    between.request = position
    between.relation = { ...relation, followingRequested: true }
    return { done: 'requested', events: [{ kind: 'user.follow_requested', ...ends }] }
  }
  const wantsNotifications = change.wantsNotifications ?? relation.wantsNotifications
  if (relation.following) {
    between.relation = { ...relation, wantsNotifications }
    return { done: 'followed-already', events: [] }
  }
  between.edge = position
  // A request can exist, if the followee was protected when the request was made.
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

function requireFollowable(change: FollowChange, state: PairState | undefined): PairState {
  const { follower, followee, isLimited = true } = change
  if (state === undefined) {
    throw new Refusal('user-not-found', `there is no user ${follower}, or none ${followee}`)
  }
  const { relation, user } = state
  const { screenName, isProtected } = user
  if (isHidden(user)) throw new Refusal('user-not-found', `@${screenName} cannot be followed now`)
  if (relation.blockedBy) throw new Refusal('blocked-by-target', `@${screenName} has blocked the user`)
  if (relation.blocking) throw new Refusal('blocks-target', `@${screenName} is blocked; unblock first`)
  if (relation.following) return state
  if (isLimited && !mayFollowMore(state.ofFollower)) {
    throw new Refusal('follows-too-many', `${follower} follows as many as it may`)
  }
  if (isProtected && relation.followingRequested) {
    throw new Refusal('follow-requested-already', `@${screenName} was asked already`)
  }
  return state
}

function decideUnfollowShown(change: FollowChange, state: PairState | undefined): Decision {
  if (state === undefined || isHidden(state.user)) {
    throw new Refusal('user-not-found', `there is no user ${change.followee}`)
  }
  return decideUnfollow(change, state)
}

function decideUnfollow({ follower, followee }: FollowChange, state: PairState | undefined): Decision {
  const events: Event[] = []
  const ends = { user_id: follower, followee_id: followee }
  if (state === undefined) return { done: 'nothing', events }
  if (state.edge !== null) {
    events.push({ kind: 'user.unfollowed', ...ends })
    state.ofFollower.friends -= 1
    state.ofFollowee.followers -= 1
  }
  if (state.request !== null) events.push({ kind: 'user.follow_request_ended', ...ends, how: 'withdrawn' })
  state.edge = null
  state.request = null
  state.relation = {
    ...state.relation,
    following: false,
    followingRequested: false,
    wantsRetweets: false,
    wantsNotifications: false,
  }
  return { done: events.length === 0 ? 'nothing' : 'unfollowed', events }
}
