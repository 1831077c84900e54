/** The number of lists with a user as a member (spec/v2-users-and-lists.md#listed-count). */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'
import type { FullUser } from './find-users.ts'

/** Lists of the imported profile, and public lists of this server. */
export function listedCountOf({ profile, membershipsCount }: FullUser): number {
  return profile.listedCount + membershipsCount
}

/** Changes the counter of users by one each. @param by 1 or -1 */
export async function addToMemberships(tx: Tx, userIds: readonly bigint[], by: 1 | -1): Promise<void> {
  // Ordered by id so that writers never deadlock.
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
