/** The ids that the event of an import names for the search index. */
import type { Tx } from '../../../db/store.ts'
import { markForIndex } from '../../search/stale-posts.ts'
import { hasMorePostsBetween } from '../read/recent-ids.ts'

export interface IdRange {
  readonly first_id: bigint
  readonly last_id: bigint
}

/** Maximum number of ids of a range, as a multiple of the posts of its batch. */
const MAX_SPREAD = 3

/**
 * The range of the stored posts of a batch. If the file is not in order of time, a range contains many other posts, and
 * every batch would reindex most posts; the posts of such a batch are marked instead.
 * @param ids ascending
 */
export async function rangeToIndex(tx: Tx, ids: readonly bigint[]): Promise<IdRange | undefined> {
  const [from, to] = [ids[0], ids.at(-1)]
  if (from === undefined || to === undefined) return undefined
  const isSpread = await hasMorePostsBetween(tx, { from, to, count: MAX_SPREAD * ids.length })
  if (!isSpread) return { first_id: from, last_id: to }
  await markForIndex(tx, ids)
  return undefined
}
