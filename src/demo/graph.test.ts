import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byPart } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { edgeCount, type FollowGraph, followerCounts, followGraph } from './graph.ts'
import { uniformOf } from './random.ts'

const SEED = fc.nat()
/** Number of users of a graph whose distributions are measured. */
const LARGE = byPart(2_500, 5_000)
const USERS = fc.integer({ min: 10, max: 600 })

/** How often each user occurs in a list. */
function timesOf(users: number, list: Int32Array): Int32Array {
  const times = new Int32Array(users)
  for (const user of list) times[user] = (times[user] ?? 0) + 1
  return times
}

/** The edges, each as one number. */
function pairsOf(users: number, { followers, followees }: FollowGraph): Set<number> {
  return new Set(Array.from(followers, (follower, edge) => follower * users + (followees[edge] ?? 0)))
}

/** Number of users who are connected to user 0 by edges in either direction. */
function reachedFromTop(users: number, { followers, followees }: FollowGraph): number {
  const neighbours: number[][] = Array.from({ length: users }, () => [])
  for (const [edge, follower] of followers.entries()) {
    const followee = followees[edge] ?? 0
    neighbours[follower]?.push(followee)
    neighbours[followee]?.push(follower)
  }
  const reached = new Set([0])
  for (const user of reached) for (const other of neighbours[user] ?? []) reached.add(other)
  return reached.size
}

describe('the generated follow graph', () => {
  test('depends only on its seed', () => {
    fc.assert(
      fc.property(SEED, USERS, (seed, users) => {
        const graph = followGraph(uniformOf(seed), users)
        assert.deepEqual(followGraph(uniformOf(seed), users), graph)
        assert.notDeepEqual(followGraph(uniformOf(seed + 1), users), graph)
      }),
      { numRuns: 20 },
    )
  })

  test('has each edge once, has no edge from a user to itself, and orders the users by followers', () => {
    fc.assert(
      fc.property(SEED, USERS, (seed, users) => {
        const graph = followGraph(uniformOf(seed), users)
        assert.equal(graph.followers.length, edgeCount(users))
        assert.equal(pairsOf(users, graph).size, edgeCount(users))
        assert.ok(graph.followers.every((follower, edge) => follower !== graph.followees[edge]))
        assert.ok([...graph.followers, ...graph.followees].every((user) => user >= 0 && user < users))
        assert.deepEqual(timesOf(users, graph.followees), followerCounts(users))
      }),
      { numRuns: 40 },
    )
  })

  test('has the requested size: 20,000 users, 300,000 to 400,000 edges, and users with 15,000 followers', () => {
    const counts = followerCounts(20_000)
    assert.ok((counts[0] ?? 0) >= 15_000)
    assert.ok(edgeCount(20_000) >= 300_000 && edgeCount(20_000) <= 400_000)
  })

  test('has follower counts that follow a power law, and many users who follow few others', () => {
    const users = LARGE
    const graph = followGraph(uniformOf(1), users)
    // The exponent is the maximum-likelihood estimate for the tail (Clauset, Shalizi and Newman, equation 3.7).
    const tail = [...timesOf(users, graph.followees)].filter((degree) => degree >= 10)
    const exponent = 1 + tail.length / tail.reduce((sum, degree) => sum + Math.log(degree / 9.5), 0)
    assert.ok(exponent > 2 && exponent < 2.4, `the exponent is ${exponent}`)
    const friends = [...timesOf(users, graph.followers)].sort((a, b) => a - b)
    const median = friends[users / 2] ?? 0
    assert.ok(
      (friends.at(-1) ?? 0) > 10 * median,
      `${median} friends in the middle, ${friends.at(-1)} at most`,
    )
  })

  test('has many mutual follows, like real networks', () => {
    const users = LARGE
    const graph = followGraph(uniformOf(1), users)
    const pairs = pairsOf(users, graph)
    const mutual = [...pairs].filter((pair) => pairs.has((pair % users) * users + Math.floor(pair / users)))
    const share = mutual.length / pairs.size
    assert.ok(share > 0.2 && share < 0.5, `${share} of the edges have their mirror`)
  })

  test('is connected: all users are reached from the most popular user', () => {
    for (const seed of byPart([1], [1, 2, 3])) {
      assert.equal(reachedFromTop(2_000, followGraph(uniformOf(seed), 2_000)), 2_000)
    }
  })
})
