/** Finds the position at which a stream with `backfill_minutes` begins. */
import { PositionTooOld } from '../log/read-table.ts'
import type { Tail } from '../log/tail.ts'

/**
 * Maximum milliseconds by which an event may be older than an earlier event in the log. An event can be older because
 * its command reads the clock and may then wait for the store.
 */
const DISORDER_MS = 5_000

/**
 * A position shortly before the first event of the log whose time is `since` (Unix milliseconds) or later.
 * @param head the position at which the search ends
 */
export async function positionBefore(
  log: Pick<Tail, 'readAfter'>,
  head: bigint,
  since: number,
): Promise<bigint> {
  let low = 0n
  let high = head
  while (low < high) {
    const middle = (low + high) / 2n
    const earliest = await startAfter(log, middle, since - DISORDER_MS)
    if (earliest === undefined) high = middle
    else low = earliest
  }
  return low
}

/**
 * Returns the position from which the search continues if the event after `position` is older than `since` or was
 * trimmed; otherwise undefined.
 */
async function startAfter(
  log: Pick<Tail, 'readAfter'>,
  position: bigint,
  since: number,
): Promise<bigint | undefined> {
  try {
    const [event] = await log.readAfter(position, 1)
    return event !== undefined && event.at < since ? position + 1n : undefined
  } catch (error) {
    if (!(error instanceof PositionTooOld)) throw error
    return error.oldest - 1n
  }
}
