/** Imports edges (follows) in batches: one transaction and one event for each batch. */
import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { insertMissingUsers } from '../accounts/insert-missing-users.ts'
import type { Context } from '../context.ts'
import { addEdges, type Edge } from './edges.ts'
import { removeRequests } from './follow-requests.ts'
import { pairList, pairsIn } from './pair-state.ts'

export interface ImportedEdge {
  readonly follower: bigint
  readonly followee: bigint
}

/**
 * Number of edges in a batch. Many edges share the cost of one commit, and the transaction still ends soon.
 */
export const MAX_IMPORT_BATCH = 10_000

/**
 * Adds edges, oldest first, and creates missing users. Existing edges stay unchanged. An edge is skipped if one of its
 * two users blocks the other user. Requests for imported edges are removed.
 * @param note the function that stores the progress of the import, called inside the transaction
 * @returns the number of new edges
 */
export async function importFollows(
  context: Context,
  edges: readonly ImportedEdge[],
  note: (tx: Tx, imported: number) => Promise<void>,
): Promise<number> {
  const now = context.clock.now()
  const positioned = await positionedEdges(context, edges)
  return context.store.writeAlone(async (tx) => {
    const added = await putImportedEdges(tx, positioned, now)
    await note(tx, added)
    return added
  })
}

/** Gives each edge a position in the lists of followers and friends. Call this outside of a transaction. */
export function positionedEdges(
  { ids }: Pick<Context, 'ids'>,
  edges: readonly ImportedEdge[],
): Promise<readonly Edge[]> {
  return Promise.all(
    edges.map(async ({ follower, followee }) => ({ follower, followee, position: await ids.make() })),
  )
}

/**
 * As {@link importFollows}, inside the transaction of another import. This function appends the event.
 * @param now milliseconds since the Unix epoch
 */
export async function putImportedEdges(tx: Tx, edges: readonly Edge[], now: number): Promise<number> {
  const users = new Set<bigint>()
  for (const { follower, followee } of edges) users.add(follower).add(followee)
  await insertMissingUsers(tx, users, now)
  const added = await addEdges(tx, await withoutBlocked(tx, edges))
  if ((await tx.first(anyRequest, {})) !== undefined) await removeRequests(tx, added)
  if (added.length > 0) {
    append(tx, now, { kind: 'import.applied', of: 'follows', lines: edges.length, imported: added.length })
  }
  return added.length
}

/** Maximum number of pairs in a statement, so that the statement does not block the event loop for long. */
const PAIRS_PER_QUERY = 500

async function withoutBlocked(tx: Tx, edges: readonly Edge[]): Promise<readonly Edge[]> {
  // Most imports go into an empty database, where no block exists.
  if ((await tx.first(anyBlock, {})) === undefined) return edges
  const blocked = new Set<string>()
  for (let from = 0; from < edges.length; from += PAIRS_PER_QUERY) {
    const rows = await tx.rows(blockedPairs, { pairs: pairList(edges.slice(from, from + PAIRS_PER_QUERY)) })
    for (const row of rows) blocked.add(`${row.follower_id} ${row.followee_id}`)
  }
  return edges.filter(({ follower, followee }) => !blocked.has(`${follower} ${followee}`))
}

const anyBlock = query()((k) => k.selectFrom('blocks').select('user_id').limit(1))

const anyRequest = query()((k) => k.selectFrom('follow_requests').select('target_id').limit(1))

// Looks up each pair twice in the unique index blocks_pair.
const blockedPairs = query<{ pairs: string }>()(
  (_, p, engine) => sql<{ follower_id: bigint; followee_id: bigint }>`
    select pair.follower_id, pair.followee_id from ${pairsIn(p('pairs'), engine)} as pair
    where exists (select 1 from blocks where user_id = pair.follower_id and blocked_id = pair.followee_id)
      or exists (select 1 from blocks where user_id = pair.followee_id and blocked_id = pair.follower_id)`,
)
