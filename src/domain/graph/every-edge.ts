/** Every edge, for exports. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Store } from '../../db/store.ts'

export interface ExportedEdge {
  readonly follower_id: bigint
  readonly followee_id: bigint
}

/**
 * The edges between users who are not deactivated, oldest first, in chunks, from one snapshot.
 * @param includesProtected includes follows between two protected users, which are private
 */
export function everyEdge(store: Store, includesProtected: boolean): AsyncIterable<readonly ExportedEdge[]> {
  return store.stream(includesProtected ? activeEdges : visibleEdges, {})
}

/** Upper bound of the number of edges of {@link everyEdge}. */
export async function countEdges(store: Store): Promise<number> {
  return (await store.first(edgeCount, {}))?.edges ?? 0
}

// Hidden users are few. So each edge is looked up in their table, and only their edges in the table of users.
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
