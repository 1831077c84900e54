/**
 * Generates a follow graph like the graph of a real network. Follower counts follow a power law. Most users follow few
 * others, and some follow very many. Ordinary users follow back.
 */
import { normal, shuffle, type Uniform } from './random.ts'
import { AliasTable, drawDifferent } from './weighted.ts'

/** Edges between users, oldest first. Users are numbered by popularity: 0 has the most followers. */
export interface FollowGraph {
  readonly followers: Int32Array
  readonly followees: Int32Array
}

/** Share of users who follow the most popular user. */
const TOP_SHARE = 0.78

/**
 * Exponent of follower counts by rank. The distribution of follower counts then has a tail with the exponent 1 + 1 /
 * 0.86 = 2.16.
 */
const FALL = 0.86

/** Standard deviation of the logarithm of the number of followees. */
const SPREAD = 1.1

/** Probability that a user without followers follows back. */
const FOLLOWS_BACK = 0.75
/** Number of followers at which the probability of following back is half of {@link FOLLOWS_BACK}. */
const HALF_AT = 400

/** Maximum share of followers who follow back. */
const MAX_FOLLOW_BACK_SHARE = 0.7

/**
 * If more than this share of all users must be drawn, one weighted sort is faster than drawing until enough
 * different users were drawn.
 */
const MANY = 1 / 8

/** Follower counts, in order of rank. */
export function followerCounts(users: number): Int32Array {
  return Int32Array.from({ length: users }, (_, rank) =>
    Math.max(1, Math.round(TOP_SHARE * users * (rank + 1) ** -FALL)),
  )
}

/** Number of edges among `users` users. */
export function edgeCount(users: number): number {
  return followerCounts(users).reduce((sum, count) => sum + count, 0)
}

/** @param users at least 10 */
export function followGraph(uniform: Uniform, users: number): FollowGraph {
  const counts = followerCounts(users)
  const weights = Float64Array.from({ length: users }, () => Math.exp(SPREAD * normal(uniform)))
  const draw = drawing(uniform, weights)
  const total = edgeCount(users)
  const followers = new Int32Array(total)
  const followees = new Int32Array(total)
  /** The users whom each user follows so far: only users whom the loop below has already reached. */
  const following: number[][] = Array.from({ length: users }, () => [])
  let edge = 0
  for (const [user, count] of counts.entries()) {
    const chosen = new Set(
      followingBack(uniform, following[user] ?? [], counts, Math.floor(count * MAX_FOLLOW_BACK_SHARE)),
    )
    draw(user, count, chosen)
    for (const follower of chosen) {
      following[follower]?.push(user)
      followers[edge] = follower
      followees[edge] = user
      edge += 1
    }
  }
  return inRandomOrder(uniform, { followers, followees })
}

/** The followed users who follow back. Popular users rarely do. */
function followingBack(
  uniform: Uniform,
  followed: readonly number[],
  counts: Int32Array,
  max: number,
): number[] {
  return followed
    .filter((other) => uniform() < FOLLOWS_BACK / (1 + (counts[other] ?? 0) / HALF_AT))
    .slice(0, max)
}

/**
 * Returns a function that adds random followers to a set until it has a given size. Active users are chosen with a
 * higher probability.
 */
function drawing(uniform: Uniform, weights: Float64Array) {
  const table = new AliasTable(weights)
  return (user: number, count: number, chosen: Set<number>): void => {
    if (count > weights.length * MANY) {
      for (const follower of drawDifferent(uniform, weights, count + 1)) {
        if (follower !== user && chosen.size < count) chosen.add(follower)
      }
    }
    while (chosen.size < count) {
      const follower = table.draw(uniform)
      if (follower !== user) chosen.add(follower)
    }
  }
}

function inRandomOrder(uniform: Uniform, { followers, followees }: FollowGraph): FollowGraph {
  const order = Int32Array.from(followers, (_, index) => index)
  shuffle(uniform, order)
  return {
    followers: order.map((index) => followers[index] ?? 0),
    followees: order.map((index) => followees[index] ?? 0),
  }
}
