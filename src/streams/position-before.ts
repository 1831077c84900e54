/** The position at which a stream begins that is asked for the last minutes (`backfill_minutes`). */
import { PositionTooOld, type Tail } from '../log/tail.ts'

/** Milliseconds by which an event may be older than its position in the log suggests: verbs wait for the store. */
const DISORDER_MS = 5_000

/**
 * A position after which every event lies that happened at `since` or later (Unix milliseconds) and is still kept, and
 * little else.
 * @param head where the search ends
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

/** Where to begin when the event after `position` is too old; undefined when it is not. */
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
