/** Follow edges in bulk: one transaction and one event for a whole batch. */
import type { Tx } from '../../db/store.ts'
import { append } from '../../events/append.ts'
import { insertMissingUsers } from '../accounts/insert-missing-users.ts'
import type { Context } from '../context.ts'
import { addEdges } from './edges.ts'

export interface ImportedEdge {
  readonly follower: bigint
  readonly followee: bigint
}

/** Rows that make a batch worth its commit, and not too long. */
export const IMPORT_BATCH_LARGEST = 10_000

/**
 * Adds edges, oldest first, and the users that are missing. Edges that are there already are left alone.
 * @param note joins the transaction: where the import stands is stored with what it stored
 * @returns how many edges were new
 */
export async function importFollows(
  context: Context,
  edges: readonly ImportedEdge[],
  note: (tx: Tx, imported: number) => Promise<void>,
): Promise<number> {
  const now = context.clock.now()
  const positioned = edges.map(({ follower, followee }) => ({
    follower,
    followee,
    position: context.ids.next(),
  }))
  const users = new Set<bigint>()
  for (const { follower, followee } of edges) users.add(follower).add(followee)
  return context.store.writeAlone(async (tx) => {
    await insertMissingUsers(tx, users, now)
    const added = await addEdges(tx, positioned)
    if (added.length > 0) {
      append(tx, now, { kind: 'import.applied', of: 'follows', lines: edges.length, imported: added.length })
    }
    await note(tx, added.length)
    return added.length
  })
}
