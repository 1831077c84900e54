/** What may change about posts, as it lies in the table: of the first version, for all. */
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { Post } from './post.ts'

/** Stores the state of a post, whose first version the caller holds. */
export async function storeState(
  tx: Tx,
  post: Pick<Post, 'initialId' | 'latestId' | 'droppedAt' | 'hiddenAt' | 'withheldInCountries'>,
): Promise<void> {
  await tx.run(upsertState, {
    post: post.initialId,
    latest: post.latestId,
    dropped: post.droppedAt,
    hidden: post.hiddenAt,
    countries: JSON.stringify(post.withheldInCountries),
  })
}

const upsertState = query<{
  post: bigint
  latest: bigint
  dropped: number | null
  hidden: number | null
  countries: string
}>()((k, p) =>
  k
    .insertInto('post_states')
    .values({
      post_id: p('post'),
      latest_id: p('latest'),
      dropped_at: p('dropped'),
      hidden_at: p('hidden'),
      withheld_in_countries: p('countries'),
    })
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet((eb) => ({
        latest_id: eb.ref('excluded.latest_id'),
        dropped_at: eb.ref('excluded.dropped_at'),
        hidden_at: eb.ref('excluded.hidden_at'),
        withheld_in_countries: eb.ref('excluded.withheld_in_countries'),
      })),
    ),
)
