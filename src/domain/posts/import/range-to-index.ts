/** The range of ids in the event of an import, from which the search index reads the new posts. */
import type { Tx } from '../../../db/store.ts'
import { markForIndex } from '../../search/stale-posts.ts'
import { hasMorePostsBetween } from '../read/recent-ids.ts'

export interface IdRange {
  readonly first_id: bigint
  readonly last_id: bigint
}

/** Maximum number of posts in a range, as a multiple of the posts of the batch. */
const MAX_SPREAD = 3

/**
 * The range of the stored posts of a batch. If the file is not in chronological order, the range contains many other
 * posts, and every batch would index most posts again. The posts of such a batch are marked for the index instead.
 * @param ids the ids, in ascending order
 */
export async function rangeToIndex(tx: Tx, ids: readonly bigint[]): Promise<IdRange | undefined> {
  const [from, to] = [ids[0], ids.at(-1)]
  if (from === undefined || to === undefined) return undefined
  const isSpread = await hasMorePostsBetween(tx, { from, to, count: MAX_SPREAD * ids.length })
  if (!isSpread) return { first_id: from, last_id: to }
  await markForIndex(tx, ids)
  return undefined
}
