/**
 * Finds the posts that the index of recent posts does not contain yet. The reader that fills the index has not
 * reached the events of these posts in the log. Without them, a backtest would miss the newest posts.
 */
import { indexReach, SEARCH_READER } from '../../domain/search/index-posts.ts'
import { indexChange } from '../../domain/search/indexed-events.ts'
import { findPosition } from '../../log/consumer.ts'
import type { Services } from '../_services.ts'

const BATCH = 500

/** Maximum examined events. A busy server appends this number of events within seconds. */
const MAX_EVENTS = 5_000

export interface Unindexed {
  /** Ids in any order. */
  readonly ids: readonly bigint[]
  /** True if `ids` is complete. False while the index is rebuilt or many posts are imported. */
  readonly isAll: boolean
}

/**
 * Posts that the index lacks. Posts that are added to the index during the call may be included.
 * @param from the smallest id; older posts are ignored
 */
export async function unindexedPosts(
  { store, codec, postStreams: { log } }: Pick<Services, 'store' | 'codec' | 'postStreams'>,
  from: bigint,
): Promise<Unindexed> {
  const place = await findPosition(store, SEARCH_READER)
  const reach = await indexReach(store, codec)
  let isAll = place !== undefined && reach !== undefined && reach <= from
  await log.catchUp()
  const ids: bigint[] = []
  let at = place ?? log.head
  for (let looked = 0; at < log.head; looked += BATCH) {
    if (looked >= MAX_EVENTS) return { ids, isAll: false }
    const events = await log.readAfter(at, BATCH)
    for (const event of events) {
      const change = event.kind === 'unreadable' ? undefined : indexChange(event)
      if (change?.written !== undefined) ids.push(change.written)
      if (change?.imported !== undefined) isAll = false
    }
    at = events.at(-1)?.position ?? log.head
    await new Promise(setImmediate)
  }
  return { ids, isAll }
}
