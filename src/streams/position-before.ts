/** Finds the position at which a stream with `backfill_minutes` begins. */
import { PositionTooOld } from '../log/read-table.ts'
import type { Tail } from '../log/tail.ts'

/**
 * Maximum milliseconds by which an event may be older than its log position suggests, because commands wait for the
 * store.
 */
const DISORDER_MS = 5_000

/**
 * A position shortly before the first event in the log that is of `since` or later (Unix milliseconds).
 * @param head end of the search
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

/** The position from which to search when the event after `position` is too old; undefined for a younger event. */
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
