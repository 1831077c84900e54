/** Adds and removes single edges (follows). Each change includes the rows of both tables and both counters. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { Edge } from './edges.ts'

/**
 * Adds an edge unless it exists. Each statement checks that the edge is new, so all statements are sent together. The
 * caller must have locked both users.
 * @returns true if the edge was added
 */
export async function addEdge(tx: Tx, edge: Edge): Promise<boolean> {
  const [added] = await Promise.all([
    tx.run(insertFriend, { ...edge }),
    tx.run(mirrorFriend, { ...edge }),
    tx.run(countFriend, { ...edge }),
    tx.run(countFollower, { ...edge }),
  ])
  return added === 1
}

/**
 * Removes an edge with its rows in both tables, its part of the counters, and its settings. The row in `friends` is
 * deleted last, because the other statements look it up. The caller must have locked both users.
 * @returns true if the edge existed
 */
export async function removeEdge(tx: Tx, follower: bigint, followee: bigint): Promise<boolean> {
  const ends = { follower, followee }
  const removed = await Promise.all([
    tx.run(deleteFollower, ends),
    tx.run(discountFriend, ends),
    tx.run(discountFollower, ends),
    tx.run(deleteSettings, ends),
    tx.run(deleteFriend, ends),
  ])
  return removed.at(-1) === 1
}

type OneEdge = { follower: bigint; followee: bigint; position: bigint }
type Ends = { follower: bigint; followee: bigint }

const insertFriend = query<OneEdge>()((k, p) =>
  k
    .insertInto('friends')
    .values({ follower_id: p('follower'), position: p('position'), followee_id: p('followee') })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing()),
)

// These three statements find the new edge by its position. An older edge between the two users has another position.
const mirrorFriend = query<OneEdge>()((k, p) =>
  k
    .insertInto('followers')
    .columns(['followee_id', 'position', 'follower_id'])
    .expression((eb) =>
      eb
        .selectFrom('friends')
        .select(['followee_id', 'position', 'follower_id'])
        .where('follower_id', '=', p('follower'))
        .where('position', '=', p('position')),
    ),
)

const countFriend = query<OneEdge>()((k, p) =>
  k
    .updateTable('user_counts')
    .set((eb) => ({ friends_count: eb('friends_count', '+', 1) }))
    .where('user_id', '=', p('follower'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('friends')
          .select('position')
          .where('follower_id', '=', p('follower'))
          .where('position', '=', p('position')),
      ),
    ),
)

const countFollower = query<OneEdge>()((k, p) =>
  k
    .updateTable('user_counts')
    .set((eb) => ({ followers_count: eb('followers_count', '+', 1) }))
    .where('user_id', '=', p('followee'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('friends')
          .select('position')
          .where('follower_id', '=', p('follower'))
          .where('position', '=', p('position')),
      ),
    ),
)

// The statements below find the edge by its two users, with the unique index friends_edge.
const deleteFollower = query<Ends>()((k, p) =>
  k
    .deleteFrom('followers')
    .where('followee_id', '=', p('followee'))
    .where('position', '=', ({ selectFrom }) =>
      selectFrom('friends')
        .select('position')
        .where('follower_id', '=', p('follower'))
        .where('followee_id', '=', p('followee')),
    ),
)

const discountFriend = query<Ends>()((k, p) =>
  k
    .updateTable('user_counts')
    .set((eb) => ({ friends_count: eb('friends_count', '-', 1) }))
    .where('user_id', '=', p('follower'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('friends')
          .select('position')
          .where('follower_id', '=', p('follower'))
          .where('followee_id', '=', p('followee')),
      ),
    ),
)

const discountFollower = query<Ends>()((k, p) =>
  k
    .updateTable('user_counts')
    .set((eb) => ({ followers_count: eb('followers_count', '-', 1) }))
    .where('user_id', '=', p('followee'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('friends')
          .select('position')
          .where('follower_id', '=', p('follower'))
          .where('followee_id', '=', p('followee')),
      ),
    ),
)

const deleteSettings = query<Ends>()((k, p) =>
  k
    .deleteFrom('follow_settings')
    .where('follower_id', '=', p('follower'))
    .where('followee_id', '=', p('followee')),
)

const deleteFriend = query<Ends>()((k, p) =>
  k.deleteFrom('friends').where('follower_id', '=', p('follower')).where('followee_id', '=', p('followee')),
)
