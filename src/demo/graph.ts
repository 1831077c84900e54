/**
 * A follow graph like that of a real network: the numbers of followers obey a power law, most follow a few and some
 * very many, and ordinary people follow back.
 */
import { normal, shuffle, type Uniform } from './random.ts'
import { AliasTable, drawDifferent } from './weighted.ts'

/** Edges between users, who are numbered by popularity: 0 has most followers. Oldest first. */
export interface FollowGraph {
  readonly followers: Int32Array
  readonly followees: Int32Array
}

/** The share of all users who follow the most popular one. */
const TOP_SHARE = 0.78

/** Followers fall with the rank to the power of this: the degrees then have a tail of exponent 1 + 1 / 0.86 = 2.16. */
const FALL = 0.86

/** The deviation of the logarithm of how much people follow. */
const SPREAD = 1.1

/** How likely people with no followers follow back, and with how many it is half as likely. */
const FOLLOWS_BACK = 0.75
const HALF_AT = 400

/** At most so many of somebody's followers are there because they were followed. */
const BACK_MOST = 0.7

/** From this share of all on, drawing again and again until all are different takes longer than sorting. */
const MANY = 1 / 8

/** How many followers the user of each rank has. */
export function followerCounts(users: number): Int32Array {
  return Int32Array.from({ length: users }, (_, rank) =>
    Math.max(1, Math.round(TOP_SHARE * users * (rank + 1) ** -FALL)),
  )
}

/** How many edges there are among so many users. */
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
  /** Whom everybody follows so far, all more popular than the one who is being given followers. */
  const following: number[][] = Array.from({ length: users }, () => [])
  let edge = 0
  for (const [user, count] of counts.entries()) {
    const chosen = new Set(
      followingBack(uniform, following[user] ?? [], counts, Math.floor(count * BACK_MOST)),
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

/** Who of those that a user follows follows back; the famous hardly ever do. */
function followingBack(
  uniform: Uniform,
  followed: readonly number[],
  counts: Int32Array,
  most: number,
): number[] {
  return followed
    .filter((other) => uniform() < FOLLOWS_BACK / (1 + (counts[other] ?? 0) / HALF_AT))
    .slice(0, most)
}

/** Gives a function that fills up a set of followers of a user to a number, by how much everybody follows. */
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
