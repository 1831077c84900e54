/** The rows of posts that go with them. */
import { type Expression, sql } from 'kysely'
import { idList, idsOf } from '../../db/id-list.ts'
import { type Engine, query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'

/** Erases every version of a post, its text, and what is told of it in tables of their own. */
export async function eraseRows(tx: Tx, authorId: bigint, versions: readonly bigint[]): Promise<void> {
  const ids = idList(versions)
  await Promise.all([
    tx.run(posts, { ids }),
    tx.run(states, { ids }),
    tx.run(counters, { ids }),
    tx.run(mentions, { ids }),
    tx.run(pins, { ids }),
    tx.run(links, { ids }),
    tx.run(geos, { ids, author: authorId }),
  ])
}

const posts = query<{ ids: string }>()(
  (_, p, engine) => sql`delete from posts where id in ${those(p('ids'), engine)}`,
)

const states = query<{ ids: string }>()(
  (_, p, engine) => sql`delete from post_states where post_id in ${those(p('ids'), engine)}`,
)

const counters = query<{ ids: string }>()(
  (_, p, engine) => sql`delete from post_counts where post_id in ${those(p('ids'), engine)}`,
)

const geos = query<{ ids: string; author: bigint }>()(
  (_, p, engine) =>
    sql`delete from post_geos where user_id = ${p('author')} and post_id in ${those(p('ids'), engine)}`,
)

// Uses the index post_mentions_post.
const mentions = query<{ ids: string }>()(
  (_, p, engine) => sql`delete from post_mentions where post_id in ${those(p('ids'), engine)}`,
)

// Uses the index pinned_posts_post.
const pins = query<{ ids: string }>()(
  (_, p, engine) => sql`delete from pinned_posts where post_id in ${those(p('ids'), engine)}`,
)

// Uses the index short_links_post.
const links = query<{ ids: string }>()(
  (_, p, engine) => sql`delete from short_links where post_id in ${those(p('ids'), engine)}`,
)

function those(list: Expression<string>, engine: Engine) {
  return sql`(select id from ${idsOf(list, engine)} as gone)`
}
