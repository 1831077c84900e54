/** The ids that the event of an import names for the search index. */
import type { Tx } from '../../../db/store.ts'
import { markForIndex } from '../../search/stale-posts.ts'
import { hasMorePostsBetween } from '../read/recent-ids.ts'

export interface IdRange {
  readonly first_id: bigint
  readonly last_id: bigint
}

/** A range may hold this many times the posts of its batch. */
const MAX_SPREAD = 3

/**
 * The range of the stored posts of a batch. The posts of a batch that is spread over many others, as in a file that is not
 * in order of time, are marked instead: otherwise every batch would reindex most posts.
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
