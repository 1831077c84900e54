/** Checks that lists, members, followers and counters are consistent. */
import { type RawBuilder, sql } from 'kysely'
import { type Check, MAX_COUNTED_FAULTS } from '../../db/maintenance/check.ts'
import { once } from '../../db/query.ts'

const LIMIT = sql.lit(MAX_COUNTED_FAULTS)

/**
 * Checks that counters equal the numbers of rows, that every row has its list and user, and that members of private
 * lists are marked.
 */
export const listsCheck: Check = {
  name: 'lists',
  async run(snapshot, findings) {
    const { name } = this
    for (const row of await snapshot.rows(wrongLists, {})) {
      findings.fault(
        name,
        `List ${row.id} counts ${row.member_count} members and ${row.follower_count} followers; there are ${row.members} and ${row.followers}.`,
      )
    }
    for (const row of await snapshot.rows(wrongUsers, {})) {
      findings.fault(
        name,
        `User ${row.user_id} counts ${row.memberships_count} public lists; there are ${row.memberships}.`,
      )
    }
    for (const { table, query } of STRAYS) {
      for (const { list_id } of await snapshot.rows(query, {})) {
        findings.fault(name, `${table} has rows of the list ${list_id} without a list or a user.`)
      }
    }
    for (const { list_id } of await snapshot.rows(wrongMarks, {})) {
      findings.fault(
        name,
        `Members of the list ${list_id} are marked as private, and the list is not, or vice versa.`,
      )
    }
    findings.count('lists', (await snapshot.first(listCount, {}))?.lists ?? 0)
  },
}

const wrongLists = once<{
  id: bigint
  member_count: number
  follower_count: number
  members: number
  followers: number
}>(
  () => sql`
    select * from (
      select id, member_count, follower_count,
        (select count(*) from list_members where list_id = lists.id) as members,
        (select count(*) from list_followers where list_id = lists.id) as followers
      from lists
    ) as counted
    where member_count <> members or follower_count <> followers limit ${LIMIT}`,
)

const wrongUsers = once<{ user_id: bigint; memberships_count: number; memberships: number }>(
  () => sql`
    select * from (
      select user_id, memberships_count,
        (select count(*) from list_members where list_members.user_id = user_counts.user_id
          and is_private = 0) as memberships
      from user_counts
    ) as counted
    where memberships_count <> memberships limit ${LIMIT}`,
)

/** @param also the condition, in SQL, for rows that may exist although their list is deleted */
function strays(table: RawBuilder<unknown>, also: RawBuilder<unknown>) {
  return once<{ list_id: bigint }>(
    () => sql`select distinct list_id from ${table} as rows_of_lists
      where (not exists (select 1 from lists where lists.id = rows_of_lists.list_id) and not ${also})
        or not exists (select 1 from users where users.id = rows_of_lists.user_id) limit ${LIMIT}`,
  )
}

const NONE = sql`(1 = 0)`
const DELETED = sql`exists (select 1 from deleted_lists where deleted_lists.list_id = rows_of_lists.list_id)`

const STRAYS = [
  { table: 'list_members', query: strays(sql`list_members`, NONE) },
  { table: 'list_followers', query: strays(sql`list_followers`, DELETED) },
  { table: 'list_pins', query: strays(sql`list_pins`, NONE) },
] as const

const wrongMarks = once<{ list_id: bigint }>(
  () => sql`select distinct list_id from list_members join lists on lists.id = list_members.list_id
    where list_members.is_private <> lists.is_private limit ${LIMIT}`,
)

const listCount = once<{ lists: number }>(() => sql`select count(*) as lists from lists`)
