/** What users post and like, as counted beside them; the verbs of posts say when. */
import { type RawBuilder, sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'

export interface PostCounterChange {
  readonly userId: bigint
  /** Added to how many posts there are of the user. */
  readonly statuses: number
  /** Added to how many posts the user likes. */
  readonly favourites: number
}

/** Changes the counters of users who exist, each given once, in the order of ids so that writers never deadlock. */
export async function addToUserCounts(tx: Tx, changes: readonly PostCounterChange[]): Promise<void> {
  await upsertCounts(
    tx,
    changes.map(({ userId, statuses, favourites }) => [userId, statuses, favourites]),
  )
}

/**
 * For a `with` of a statement of PostgreSQL: counts one post more for each row of a table, and gives the counters that changed.
 * @param added the name of the table, which has `author_id`
 * @param taken the name of a table with one row, or with none: then nothing is counted
 */
export function countingPosts(added: string, taken: string): RawBuilder<unknown> {
  return sql`update user_counts set statuses_count = statuses_count + writing.posts
    from (select author_id, count(*) as posts from ${sql.table(added)} group by author_id order by author_id) as writing,
      ${sql.table(taken)}
    where user_counts.user_id = writing.author_id
    returning user_counts.user_id, user_counts.followers_count, user_counts.friends_count,
      user_counts.statuses_count, user_counts.favourites_count`
}

const upsertCounts = bulk(
  { user_id: 'integer', statuses_count: 'integer', favourites_count: 'integer' },
  (k, rows) =>
    k
      .insertInto('user_counts')
      .columns(['user_id', 'statuses_count', 'favourites_count'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({
          statuses_count: eb('user_counts.statuses_count', '+', eb.ref('excluded.statuses_count')),
          favourites_count: eb('user_counts.favourites_count', '+', eb.ref('excluded.favourites_count')),
        })),
      ),
)
