/** Stores the changeable state of posts. All versions share one row, which has the id of the first version. */
import { bulk } from '../../../db/bulk.ts'
import type { Tx } from '../../../db/store.ts'
import type { Post } from '../post.ts'

type StatefulPost = Pick<Post, 'initialId' | 'latestId' | 'droppedAt' | 'hiddenAt' | 'withheldInCountries'>

/** Stores the state of a post. The caller must have locked the first version. */
export function storeState(tx: Tx, post: StatefulPost): Promise<void> {
  return storeStates(tx, [post])
}

/** As {@link storeState}, for many distinct posts. */
export async function storeStates(tx: Tx, posts: readonly StatefulPost[]): Promise<void> {
  await upsertStates(
    tx,
    posts.map(({ initialId, latestId, droppedAt, hiddenAt, withheldInCountries }) => [
      initialId,
      latestId,
      droppedAt,
      hiddenAt,
      JSON.stringify(withheldInCountries),
    ]),
  )
}

const upsertStates = bulk(
  {
    post_id: 'integer',
    latest_id: 'integer',
    dropped_at: 'integer',
    hidden_at: 'integer',
    withheld_in_countries: 'text',
  },
  (k, rows) =>
    k
      .insertInto('post_states')
      .columns(['post_id', 'latest_id', 'dropped_at', 'hidden_at', 'withheld_in_countries'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.column('post_id').doUpdateSet((eb) => ({
          latest_id: eb.ref('excluded.latest_id'),
          dropped_at: eb.ref('excluded.dropped_at'),
          hidden_at: eb.ref('excluded.hidden_at'),
          withheld_in_countries: eb.ref('excluded.withheld_in_countries'),
        })),
      ),
)
