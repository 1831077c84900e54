/** Checks that the relations between users are consistent. */
import { type RawBuilder, sql } from 'kysely'
import { type Check, MAX_COUNTED_FAULTS } from '../../db/maintenance/check.ts'
import { once } from '../../db/query.ts'

const LIMIT = sql.lit(MAX_COUNTED_FAULTS)

/**
 * Checks follows, follow requests, follow settings, blocks and mutes. A pair of users with a block has no edge (follow)
 * and no request. A pair with an edge has no request. Settings exist only for an edge. No user has a relation to
 * itself. All users of requests, blocks and mutes exist; the check of users looks for unknown users of edges.
 */
export const relationsCheck: Check = {
  name: 'relations',
  async run(snapshot, findings) {
    for (const { violating, messageOf } of VIOLATIONS) {
      for (const { follower_id: from, followee_id: to } of await snapshot.rows(violating, {})) {
        findings.fault(this.name, messageOf(from, to))
      }
    }
    for (const { user_id } of await snapshot.rows(unknownUsers, {})) {
      findings.fault(this.name, `There are requests, blocks or mutes of ${user_id}, which is no user.`)
    }
    const counts = await snapshot.first(rowCounts, {})
    for (const [name, rows] of Object.entries(counts ?? {})) findings.count(name, rows)
  },
}

interface Pair {
  follower_id: bigint
  followee_id: bigint
}

/** Selects the pairs in `rows` for which the condition `where` holds, which is a violation. */
function pairs(rows: RawBuilder<unknown>, where: RawBuilder<unknown>) {
  return once<Pair>(
    () => sql`select follower_id, followee_id from (${rows}) as pair where ${where} limit ${LIMIT}`,
  )
}

const EDGES = sql`select follower_id, followee_id from friends`
const REQUESTS = sql`select requester_id as follower_id, target_id as followee_id from follow_requests`
const SETTINGS = sql`select follower_id, followee_id from follow_settings`

const HAS_EDGE = sql`exists (select 1 from friends
  where friends.follower_id = pair.follower_id and friends.followee_id = pair.followee_id)`

/** Starts from the blocks, because there are far fewer blocks than edges. Each block needs one lookup. */
const BLOCKED_EDGES = sql`select blocks.user_id as follower_id, blocks.blocked_id as followee_id from blocks
  union all select blocks.blocked_id, blocks.user_id from blocks`

const HAS_REQUEST = sql`exists (select 1 from follow_requests
  where requester_id = pair.follower_id and target_id = pair.followee_id)`

const VIOLATIONS = [
  {
    violating: pairs(BLOCKED_EDGES, HAS_EDGE),
    messageOf: (from: bigint, to: bigint) =>
      `User ${from} follows ${to}, although one of them blocks the other.`,
  },
  {
    violating: pairs(BLOCKED_EDGES, HAS_REQUEST),
    messageOf: (from: bigint, to: bigint) =>
      `User ${from} asks to follow ${to}, although one of them blocks the other.`,
  },
  {
    violating: pairs(REQUESTS, HAS_EDGE),
    messageOf: (from: bigint, to: bigint) => `User ${from} asks to follow ${to} and follows it already.`,
  },
  {
    violating: pairs(SETTINGS, sql`not ${HAS_EDGE}`),
    messageOf: (from: bigint, to: bigint) =>
      `User ${from} has settings for following ${to} but does not follow it.`,
  },
  {
    violating: pairs(
      sql`${EDGES} union all ${REQUESTS} union all select user_id, blocked_id from blocks
        union all select user_id, muted_id from mutes`,
      sql`follower_id = followee_id`,
    ),
    messageOf: (from: bigint) => `User ${from} follows, asks, blocks or mutes itself.`,
  },
] as const

const unknownUsers = once<{ user_id: bigint }>(
  () => sql`select distinct user_id from (
      select requester_id as user_id from follow_requests union all select target_id from follow_requests
      union all select user_id from blocks union all select blocked_id from blocks
      union all select user_id from mutes union all select muted_id from mutes
    ) as ends
    where not exists (select 1 from users where users.id = ends.user_id) limit ${LIMIT}`,
)

const rowCounts = once<{ requests: number; blocks: number; mutes: number }>(
  () => sql`select (select count(*) from follow_requests) as requests,
    (select count(*) from blocks) as blocks, (select count(*) from mutes) as mutes`,
)
