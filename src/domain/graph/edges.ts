/** The follow edges' statements: both copies of an edge and both counters, always together. */
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'

export interface Edge {
  readonly follower: bigint
  readonly followee: bigint
  /** A snowflake: when, and in which order. */
  readonly position: bigint
}

/**
 * Adds edges that are not there yet, with their mirrors and counters; returns those that were added.
 * Both users of every edge must exist.
 */
export async function addEdges(tx: Tx, edges: readonly Edge[]): Promise<Edge[]> {
  const added = (
    await insertFriends(
      tx,
      edges.map((edge) => [edge.follower, edge.position, edge.followee]),
    )
  ).map((row) => ({ follower: row.follower_id, followee: row.followee_id, position: row.position }))
  const mirrored = insertFollowers(
    tx,
    added.map((edge) => [edge.followee, edge.position, edge.follower]),
  )
  // Together, so that on PostgreSQL they share a round trip.
  await Promise.all([mirrored, addToCounts(tx, countsOf(added))])
  return added
}

/** Removes an edge, its mirror and what it counted; whether it was there. */
export async function removeEdge(tx: Tx, follower: bigint, followee: bigint): Promise<boolean> {
  const removed = await tx.first(deleteFriend, { follower, followee })
  if (removed === undefined) return false
  const counts: [bigint, number, number][] = [
    [followee, -1, 0],
    [follower, 0, -1],
  ]
  await Promise.all([
    tx.run(deleteFollower, { followee, position: removed.position }),
    addToCounts(tx, counts),
  ])
  return true
}

/** What edges add to their users' counters, one row a user, in the order of ids so that writers never deadlock. */
function countsOf(edges: readonly Edge[]): [bigint, number, number][] {
  const counts = new Map<bigint, [number, number]>()
  const of = (user: bigint) => {
    const known = counts.get(user)
    if (known !== undefined) return known
    const fresh: [number, number] = [0, 0]
    counts.set(user, fresh)
    return fresh
  }
  for (const edge of edges) {
    of(edge.followee)[0] += 1
    of(edge.follower)[1] += 1
  }
  return [...counts].map(([user, [followers, friends]]) => [user, followers, friends])
}

async function addToCounts(tx: Tx, counts: [bigint, number, number][]): Promise<void> {
  counts.sort(([a], [b]) => (a < b ? -1 : 1))
  await upsertCounts(tx, counts)
}

const insertFriends = bulk(['follower_id', 'position', 'followee_id'], (k, rows) =>
  k
    .insertInto('friends')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing())
    .returning(['follower_id', 'position', 'followee_id']),
)

const insertFollowers = bulk(['followee_id', 'position', 'follower_id'], (k, rows) =>
  k.insertInto('followers').values(rows),
)

const upsertCounts = bulk(['user_id', 'followers_count', 'friends_count'], (k, rows) =>
  k
    .insertInto('user_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        followers_count: eb('user_counts.followers_count', '+', eb.ref('excluded.followers_count')),
        friends_count: eb('user_counts.friends_count', '+', eb.ref('excluded.friends_count')),
      })),
    ),
)

// Uses the unique index friends_edge.
const deleteFriend = query<{ follower: bigint; followee: bigint }>()((k, p) =>
  k
    .deleteFrom('friends')
    .where('follower_id', '=', p('follower'))
    .where('followee_id', '=', p('followee'))
    .returning('position'),
)

const deleteFollower = query<{ followee: bigint; position: bigint }>()((k, p) =>
  k.deleteFrom('followers').where('followee_id', '=', p('followee')).where('position', '=', p('position')),
)
