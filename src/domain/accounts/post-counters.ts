/** What users post and like, as counted beside them; the verbs of posts say when. */
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
