/** Counters of a user's posts and likes. The commands that change posts update the counters. */
import { bulk } from '../../db/bulk.ts'
import type { Tx } from '../../db/store.ts'

export interface PostCounterChange {
  readonly userId: bigint
  /** Change of the number of the user's posts. */
  readonly statuses: number
  /** Change of the number of posts that the user likes. */
  readonly favourites: number
}

/**
 * Changes the counters of existing users. @param changes at most one for each user, ordered by user id, so that writers
 * do not deadlock
 */
export async function addToUserCounts(tx: Tx, changes: readonly PostCounterChange[]): Promise<void> {
  await upsertCounts(
    tx,
    changes.map(({ userId, statuses, favourites }) => [userId, statuses, favourites]),
  )
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
