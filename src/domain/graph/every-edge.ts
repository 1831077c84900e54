/** Reads every edge (follow), for exports. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'

export interface ExportedEdge {
  readonly follower_id: bigint
  readonly followee_id: bigint
}

/**
 * The edges between users who are not deactivated, oldest first. The edges are read in chunks from one snapshot of the
 * database.
 * @param includesProtected true to include follows between two protected users, which are private
 */
export function everyEdge(store: Store, includesProtected: boolean): AsyncIterable<readonly ExportedEdge[]> {
  return store.stream(includesProtected ? activeEdges : visibleEdges, {})
}

/** An upper bound of the number of edges that {@link everyEdge} returns. */
export async function countEdges(store: Store): Promise<number> {
  return (await store.first(edgeCount, {}))?.edges ?? 0
}

// Few users are hidden, so each edge is looked up in `hidden_users`, and only the edges of hidden users are looked up
// in `users`.
const ACTIVE = sql`not exists (
    select 1 from hidden_users join users on users.id = hidden_users.user_id
    where hidden_users.user_id in (edge.follower_id, edge.followee_id) and users.deactivated_at is not null
  )`

const activeEdges = query()(
  () => sql<ExportedEdge>`
    select edge.follower_id, edge.followee_id from followers as edge where ${ACTIVE} order by edge.position`,
)

const visibleEdges = query()(
  () => sql<ExportedEdge>`
    select edge.follower_id, edge.followee_id from followers as edge
    where ${ACTIVE} and not (
      exists (select 1 from users where users.id = edge.follower_id and users.is_protected = 1)
      and exists (select 1 from users where users.id = edge.followee_id and users.is_protected = 1)
    ) order by edge.position`,
)

const edgeCount = query()((k) =>
  k.selectFrom('followers').select((eb) => eb.fn.countAll<number>().as('edges')),
)
