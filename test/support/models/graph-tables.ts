/** Reads the rows of the follow graph, and checks that its copies, counters and log are consistent. */
import assert from 'node:assert/strict'
import { query } from '../../../src/db/query.ts'
import type { Reader } from '../../../src/db/store.ts'
import type { Runtime } from '../../../src/runtime.ts'
import { eventsAfter } from '../events.ts'

export interface EdgeRow {
  readonly follower_id: bigint
  readonly followee_id: bigint
  readonly position: bigint
}

/** Edges of a user, newest first. */
export async function edgesOf(reader: Reader, follower: bigint): Promise<EdgeRow[]> {
  return [...(await reader.rows(friendsOf, { follower }))]
}

/**
 * Checks that both copies of the graph have the same edges, that all counters are equal to the numbers of
 * rows, and that a replay of the log gives the same edges. Use this check only for graphs that commands made,
 * because imports append no events for single edges.
 */
export async function assertGraphIsWhole(runtime: Runtime): Promise<void> {
  const { store } = runtime
  const [followers, friends, counters] = await Promise.all([
    store.rows(allFollowers, {}),
    store.rows(allFriends, {}),
    store.rows(allCounters, {}),
  ])
  assert.deepEqual(named(followers, true), named(friends, true))
  for (const { user_id: user, followers_count: ofFollowers, friends_count: ofFriends } of counters) {
    assert.equal(ofFollowers, followers.filter((edge) => edge.followee_id === user).length)
    assert.equal(ofFriends, friends.filter((edge) => edge.follower_id === user).length)
  }
  assert.deepEqual(await playedFromLog(runtime), named(friends, false))
}

async function playedFromLog(runtime: Runtime): Promise<string[]> {
  const edges = new Set<string>()
  for (const event of await eventsAfter(runtime, 0n)) {
    if (event.kind !== 'user.followed' && event.kind !== 'user.unfollowed') continue
    const edge = `${event.user_id} ${event.followee_id}`
    const isNews = event.kind === 'user.followed' ? !edges.has(edge) : edges.has(edge)
    assert.ok(isNews, `event ${event.position} repeats a present state`)
    if (event.kind === 'user.followed') edges.add(edge)
    else edges.delete(edge)
  }
  return [...edges].sort()
}

function named(edges: readonly EdgeRow[], withPosition: boolean): string[] {
  return edges
    .map(({ follower_id, followee_id, position }) =>
      withPosition ? `${follower_id} ${followee_id} ${position}` : `${follower_id} ${followee_id}`,
    )
    .sort()
}

const friendsOf = query<{ follower: bigint }>()((k, p) =>
  k.selectFrom('friends').selectAll().where('follower_id', '=', p('follower')).orderBy('position', 'desc'),
)

const allFollowers = query()((k) => k.selectFrom('followers').selectAll())

const allFriends = query()((k) => k.selectFrom('friends').selectAll())

const allCounters = query()((k) => k.selectFrom('user_counts').selectAll())
