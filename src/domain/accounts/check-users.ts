/** Compares the redundant columns and tables of users with the tables from which they are derived. */
import { sql } from 'kysely'
import { type Check, MAX_COUNTED_FAULTS } from '../../db/maintenance/check.ts'
import type { Snapshot } from '../../db/maintenance/snapshot.ts'
import { once } from '../../db/query.ts'

const LIMIT = sql.lit(MAX_COUNTED_FAULTS)

/** Checks that every user has counters, and that the counters equal the numbers of the user's followers and friends. */
export const countersCheck: Check = {
  name: 'counters',
  async run(snapshot, findings) {
    const { name } = this
    for (const row of await snapshot.rows(wrongCounters, {})) {
      findings.fault(
        name,
        `User ${row.user_id} is said to have ${row.followers_count} followers and ${row.friends_count} friends; there are ${row.followers} and ${row.friends}.`,
      )
    }
    for (const { user_id } of await snapshot.rows(usersWithoutCounters, {})) {
      findings.fault(name, `User ${user_id} has no counters.`)
    }
    for (const { user_id } of await edgesOfUnknownUsers(snapshot)) {
      findings.fault(name, `There are edges of ${user_id}, which is no user.`)
    }
    findings.count('users', (await snapshot.first(userCount, {}))?.users ?? 0)
  },
}

/** Checks that `hidden_users` has all suspended and deactivated users, and no other user. */
export const hiddenUsersCheck: Check = {
  name: 'hidden users',
  async run(snapshot, findings) {
    for (const { user_id } of await snapshot.rows(missingHiddenUsers, {})) {
      findings.fault(this.name, `User ${user_id} is suspended or deactivated, but lists still show it.`)
    }
    for (const { user_id } of await snapshot.rows(wronglyHiddenUsers, {})) {
      findings.fault(
        this.name,
        `User ${user_id} is missing from lists, but is neither suspended nor deactivated.`,
      )
    }
    findings.count('hidden_users', (await snapshot.first(hiddenCount, {}))?.users ?? 0)
  },
}

/**
 * The users who exist only in edges (rows of follows). Two sums are compared first. The counters of users are already
 * checked, so equal sums mean that every edge belongs to a user.
 */
async function edgesOfUnknownUsers(snapshot: Snapshot): Promise<readonly { user_id: bigint }[]> {
  const sums = await snapshot.first(countedEdges, {})
  const isSame = sums?.followers === sums?.counted_followers && sums?.friends === sums?.counted_friends
  return isSame ? [] : snapshot.rows(unknownUsers, {})
}

const wrongCounters = once<{
  user_id: bigint
  followers_count: number
  friends_count: number
  followers: number
  friends: number
}>(
  () => sql`select * from (
      select user_id, followers_count, friends_count,
        (select count(*) from followers where followee_id = user_counts.user_id) as followers,
        (select count(*) from friends where follower_id = user_counts.user_id) as friends
      from user_counts
    ) as counted
    where followers_count <> followers or friends_count <> friends limit ${LIMIT}`,
)

const usersWithoutCounters = once<{ user_id: bigint }>(
  () => sql`select id as user_id from users
    where not exists (select 1 from user_counts where user_id = users.id) limit ${LIMIT}`,
)

const countedEdges = once<{
  followers: number
  friends: number
  counted_followers: number
  counted_friends: number
}>(
  () => sql`select (select count(*) from followers) as followers, (select count(*) from friends) as friends,
    (select cast(coalesce(sum(followers_count), 0) as bigint) from user_counts) as counted_followers,
    (select cast(coalesce(sum(friends_count), 0) as bigint) from user_counts) as counted_friends`,
)

const unknownUsers = once<{ user_id: bigint }>(
  () => sql`select distinct user_id from (
      select followee_id as user_id from followers union all select follower_id as user_id from friends
    ) as ends
    where not exists (select 1 from users where users.id = ends.user_id) limit ${LIMIT}`,
)

const userCount = once<{ users: number }>(() => sql`select count(*) as users from users`)

const missingHiddenUsers = once<{ user_id: bigint }>(
  () => sql`select id as user_id from users
    where (suspended_at is not null or deactivated_at is not null)
      and not exists (select 1 from hidden_users where user_id = users.id) limit ${LIMIT}`,
)

const wronglyHiddenUsers = once<{ user_id: bigint }>(
  () => sql`select user_id from hidden_users where not exists (
      select 1 from users
      where id = hidden_users.user_id and (suspended_at is not null or deactivated_at is not null)
    ) limit ${LIMIT}`,
)

const hiddenCount = once<{ users: number }>(() => sql`select count(*) as users from hidden_users`)
