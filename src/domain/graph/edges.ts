/** Adds and removes many edges (follows). Each change includes the rows of both tables and both counters. */

import { bulk } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import type { Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'

export interface Edge {
  readonly follower: bigint
  readonly followee: bigint
  /** A snowflake id, which has the time and the order of the follow. */
  readonly position: bigint
}

/**
 * Adds the edges that do not exist yet, with the rows of both tables and the counters. Both users of every edge must
 * exist.
 * @returns the added edges
 */
export async function addEdges(tx: Tx, edges: readonly Edge[]): Promise<readonly Edge[]> {
  const added = addedEdges(edges, await insertFriends(tx, friendRows(edges)))
  // Sent together, so that PostgreSQL needs only one round trip.
  await Promise.all([insertFollowers(tx, followerRows(added)), addToCounts(tx, countsOf(added, 1))])
  return added
}

/**
 * As {@link addEdges}, for edges that did not exist when the caller read them. Sends all statements together. If
 * another writer has added an edge since the read, the statements remove the second row and the count of that edge
 * again.
 */
export async function addNewEdges(tx: Tx, edges: readonly Edge[]): Promise<readonly Edge[]> {
  const [friends] = await Promise.all([
    insertFriends(tx, friendRows(edges)),
    insertFollowers(tx, followerRows(edges)),
    addToCounts(tx, countsOf(edges, 1)),
  ])
  const added = addedEdges(edges, friends)
  if (added.length === edges.length) return added
  const lost = edges.filter((edge) => !added.includes(edge))
  const mirrored = lost.map(({ followee, position }) => [followee, position])
  await Promise.all([deleteFollowers(tx, mirrored), addToCounts(tx, countsOf(lost, -1))])
  return added
}

// The rows are sorted by key, so that inserts into the B-tree are fastest and concurrent writers do not deadlock.

function friendRows(edges: readonly Edge[]): BulkRow[] {
  return edges
    .toSorted((a, b) => compare(a.follower, b.follower) || compare(a.followee, b.followee))
    .map(({ follower, position, followee }) => [follower, position, followee])
}

function followerRows(edges: readonly Edge[]): BulkRow[] {
  return edges
    .toSorted((a, b) => compare(a.followee, b.followee))
    .map(({ followee, position, follower }) => [followee, position, follower])
}

function addedEdges(edges: readonly Edge[], friends: readonly BulkRow[]): readonly Edge[] {
  if (friends.length === edges.length) return edges
  const positions = new Set(friends.map(([, position]) => position))
  return edges.filter((edge) => positions.has(edge.position))
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Removes existing edges, with the rows of both tables and their part of the counters. The caller must have locked the
 * users.
 */
export async function removeEdges(tx: Tx, edges: readonly Edge[]): Promise<void> {
  await Promise.all([
    deleteFriends(
      tx,
      edges.map(({ follower, position }) => [follower, position]),
    ),
    deleteFollowers(
      tx,
      edges.map(({ followee, position }) => [followee, position]),
    ),
    addToCounts(tx, countsOf(edges, -1)),
  ])
}

interface CountChange {
  followers: number
  friends: number
}

function countsOf(edges: readonly Edge[], by: 1 | -1): ReadonlyMap<bigint, CountChange> {
  const counts = new Map<bigint, CountChange>()
  const of = (user: bigint) => {
    const known = counts.get(user)
    if (known !== undefined) return known
    const fresh = { followers: 0, friends: 0 }
    counts.set(user, fresh)
    return fresh
  }
  for (const { follower, followee } of edges) {
    of(followee).followers += by
    of(follower).friends += by
  }
  return counts
}

/** The rows are ordered by id, so that concurrent writers do not deadlock. */
async function addToCounts(tx: Tx, counts: ReadonlyMap<bigint, CountChange>): Promise<void> {
  const users = BigInt64Array.from(counts.keys()).sort()
  await upsertCounts(
    tx,
    Array.from(users, (user) => {
      const { followers, friends } = must(counts.get(user), 'the counts of a user')
      return [user, followers, friends]
    }),
  )
}

const insertFriends = bulk(
  { follower_id: 'integer', position: 'integer', followee_id: 'integer' },
  (k, rows) =>
    k
      .insertInto('friends')
      .columns(['follower_id', 'position', 'followee_id'])
      .expression(rows)
      .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing()),
  'position',
)

const insertFollowers = bulk(
  { followee_id: 'integer', position: 'integer', follower_id: 'integer' },
  (k, rows) => k.insertInto('followers').columns(['followee_id', 'position', 'follower_id']).expression(rows),
)

const deleteFriends = bulk({ follower_id: 'integer', position: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('friends').where(listed),
)

const deleteFollowers = bulk({ followee_id: 'integer', position: 'integer' }, (k, _rows, _engine, listed) =>
  k.deleteFrom('followers').where(listed),
)

const upsertCounts = bulk(
  { user_id: 'integer', followers_count: 'integer', friends_count: 'integer' },
  (k, rows) =>
    k
      .insertInto('user_counts')
      .columns(['user_id', 'followers_count', 'friends_count'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({
          followers_count: eb('user_counts.followers_count', '+', eb.ref('excluded.followers_count')),
          friends_count: eb('user_counts.friends_count', '+', eb.ref('excluded.friends_count')),
        })),
      ),
)
