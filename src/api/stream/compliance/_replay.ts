/**
 * History of the compliance stream, for those who resume. It is cut at fixed positions, so that readers of the same
 * history share what was read and compressed (design section 7).
 */
import type { LoggedEvent } from '../../../events/event.ts'
import { PARTITIONS } from '../../../events/partition.ts'
import { PositionTooOld, type Tail } from '../../../events/tail.ts'
import { type GzipPiece, gzipPiece } from '../../../lib/gzip-member.ts'
import { messageOf } from './_events.ts'

/** Events of all partitions between two edges. */
export const SEGMENT = 512n

/** Segments that are kept, each of some 20 KiB at most when every event in it is told. */
const SEGMENTS_KEPT = 64

/** The first edge after `position`. */
export function edgeAfter(position: bigint): bigint {
  return (position / SEGMENT + 1n) * SEGMENT
}

/** What the partitions say between two positions; undefined where they say nothing. */
type Pieces = readonly (GzipPiece | undefined)[]

export class Replay {
  readonly #tail: Pick<Tail, 'readAfter'>
  /** By the edge before; the one asked for last comes last. */
  readonly #segments = new Map<bigint, Promise<Pieces>>()

  constructor(tail: Pick<Tail, 'readAfter'>) {
    this.#tail = tail
  }

  /** Segments in memory now. */
  get size(): number {
    return this.#segments.size
  }

  /**
   * What a partition says after `position` up to `upTo`, which is not after the head. What lies between two edges is
   * shared and kept; all else is read and compressed for this call alone, so it must be little.
   * @throws {PositionTooOld} when the log no longer holds the event after `position`, and as {@link Tail.readAfter}
   */
  async piece(partition: number, position: bigint, upTo: bigint): Promise<GzipPiece | undefined> {
    if (position >= upTo) return undefined
    const isWhole = position % SEGMENT === 0n && upTo === position + SEGMENT
    if (isWhole) return (await this.#segment(position))[partition - 1]
    const events = await this.#read(position, upTo)
    return pieceOf(events.filter((event) => event.partition === partition))
  }

  #segment(position: bigint): Promise<Pieces> {
    const known = this.#segments.get(position)
    const pieces = known ?? this.#read(position, position + SEGMENT).then(piecesOf)
    this.#segments.delete(position)
    this.#segments.set(position, pieces)
    if (known === undefined) {
      // A failure is not kept: the log may be readable again.
      pieces.catch(() => this.#segments.delete(position))
      const [oldest] = this.#segments.keys()
      if (this.#segments.size > SEGMENTS_KEPT && oldest !== undefined) this.#segments.delete(oldest)
    }
    return pieces
  }

  async #read(position: bigint, upTo: bigint): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = []
    let seen = position
    while (seen < upTo) {
      const batch = await this.#tail.readAfter(seen, Number(upTo - seen))
      const last = batch.at(-1)
      if (last === undefined) break
      for (const event of batch) events.push(event)
      seen = last.position
    }
    return events
  }
}

function piecesOf(events: readonly LoggedEvent[]): Pieces {
  const byPartition = Map.groupBy(events, ({ partition }) => partition)
  return Array.from({ length: PARTITIONS }, (_, index) => pieceOf(byPartition.get(index + 1) ?? []))
}

function pieceOf(events: readonly LoggedEvent[]): GzipPiece | undefined {
  const text = events.map((event) => messageOf(event) ?? '').join('')
  return text === '' ? undefined : gzipPiece(text)
}

/** How much earlier than its place in the log an event may say that it happened: verbs wait for the store. */
const DISORDER_MS = 5_000

/**
 * A position after which everything lies that happened at `since` or later (Unix milliseconds) and is still kept, and
 * little else.
 * @param head where the search ends
 */
export async function positionBefore(
  tail: Pick<Tail, 'readAfter'>,
  head: bigint,
  since: number,
): Promise<bigint> {
  let low = 0n
  let high = head
  while (low < high) {
    const middle = (low + high) / 2n
    const earliest = await startAfter(tail, middle, since - DISORDER_MS)
    if (earliest === undefined) high = middle
    else low = earliest
  }
  return low
}

/** Where to begin when the event after `position` is too old; undefined when it is not. */
async function startAfter(
  tail: Pick<Tail, 'readAfter'>,
  position: bigint,
  since: number,
): Promise<bigint | undefined> {
  try {
    const [event] = await tail.readAfter(position, 1)
    return event !== undefined && event.at < since ? position + 1n : undefined
  } catch (error) {
    if (!(error instanceof PositionTooOld)) throw error
    return error.oldest - 1n
  }
}
