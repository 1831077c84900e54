/** Generates the users and follows of the demo network from a seed. */
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { ImportedEdge } from '../domain/graph/import-follows.ts'
import { must } from '../lib/assert.ts'
import { edgeCount, followGraph } from './graph.ts'
import { people } from './people.ts'
import { uniformOf } from './random.ts'

export const DEMO_USERS = 20_000

/** Numbers of the random streams, which are independent sequences from the same seed. */
const PEOPLE = 1
const GRAPH = 2

/** Number of popular users whom the visitor follows. */
const VISITOR_FOLLOWS = 30
/** The share of the other users who follow the visitor is 1 / VISITOR_EVERY. */
const VISITOR_EVERY = 97

export interface Network {
  /** Users, most popular first. */
  readonly users: readonly ImportedUser[]
  /** Edges, oldest first. */
  readonly edges: readonly ImportedEdge[]
}

/** Number of users and edges of {@link makeNetwork}. */
export function networkSize(users: number): number {
  return users + edgeCount(users) + VISITOR_FOLLOWS + visitorsFollowers(users).length
}

/**
 * Generates the network. This takes a second for 20,000 users.
 * @param visitor id of the visiting user, who is part of `edges` but not of `users`
 * @param users at least 100
 */
export function makeNetwork(seed: number, visitor: bigint, users = DEMO_USERS): Network {
  const made = [...people(uniformOf(seed, PEOPLE), users)]
  const idOf = (user: number | undefined) => must(made[user ?? -1], 'a user of the network').id
  const { followers, followees } = followGraph(uniformOf(seed, GRAPH), users)
  const edges = Array.from(followers, (follower, edge) => ({
    follower: idOf(follower),
    followee: idOf(followees[edge]),
  }))
  for (let rank = VISITOR_FOLLOWS - 1; rank >= 0; rank -= 1) {
    edges.push({ follower: visitor, followee: idOf(rank) })
  }
  for (const rank of visitorsFollowers(users)) edges.push({ follower: idOf(rank), followee: visitor })
  return { users: made, edges }
}

function visitorsFollowers(users: number): number[] {
  const count = Math.ceil((users - VISITOR_FOLLOWS) / VISITOR_EVERY)
  return Array.from({ length: count }, (_, index) => VISITOR_FOLLOWS + index * VISITOR_EVERY)
}

/** The id of the most popular user. The function does not generate the other users. */
export function topUserId(seed: number, users = DEMO_USERS): bigint {
  return must(people(uniformOf(seed, PEOPLE), users).next().value, 'the first user').id
}
