/** The number of lists that have a user as a member (spec/v2-users-and-lists.md#listed-count). */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import type { FullUser } from './find-users.ts'

/** The sum of the number in the imported profile and the number of public lists of this server. */
export function listedCountOf({ profile, membershipsCount }: FullUser): number {
  return profile.listedCount + membershipsCount
}

/** Adds `by` to the counter of each of the users. */
export async function addToMemberships(tx: Tx, userIds: readonly bigint[], by: 1 | -1): Promise<void> {
  // Ordered by id, so that concurrent writers do not deadlock.
  const ordered = userIds.toSorted((a, b) => (a < b ? -1 : 1))
  await changeMemberships(
    tx,
    ordered.map((id) => [id, by]),
  )
}

const changeMemberships = bulk(
  { user_id: 'integer', by: 'integer' },
  (_, rows) => sql`
    with changed (user_id, change) as (${rows})
    update user_counts set memberships_count = memberships_count + changed.change
    from changed where user_counts.user_id = changed.user_id`,
)
