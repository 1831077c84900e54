/**
 * History of the compliance stream, for those who resume. It is cut at fixed positions, so that readers of the same
 * history share what was read and compressed (spec/server.md#resume-of-streams).
 *
 *   0 ──────────── 512 ──────────── 1024 ── 1056 ── 1088 · 1093
 *     a segment        a segment       slices           rest
 *
 * Most of it is read in segments. Whoever begins inside one, or ends where the log ends, is given the slices of it,
 * and only what is less than a slice is read and compressed for one reader alone.
 */

import { isIn, messageOf, type OnUntold } from '../../formats/compliance/events.ts'
import type { GzipPiece } from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import { PARTITIONS } from '../../log/partition.ts'
import { PositionTooOld, type Tail } from '../../log/tail.ts'
import { type History, type HistoryStep, retentionGap } from '../history.ts'
import type { Deflater } from './deflater.ts'
import { SharedHistory } from './shared-history.ts'

/** Events of all partitions between two edges. */
export const SEGMENT = 512n

/** Events of all partitions between two of the finer edges, which lie within segments. */
export const SLICE = 32n

/** Where the next segment ends, for a reader at `position`. */
export function segmentEnd(position: bigint): bigint {
  return (position / SEGMENT + 1n) * SEGMENT
}

/** Where a reader at `position` who wants everything up to `upTo` goes next: the farthest edge, if one lies between. */
export function edgeAfter(position: bigint, upTo: bigint): bigint {
  if (position % SEGMENT === 0n && position + SEGMENT <= upTo) return position + SEGMENT
  const edge = (position / SLICE + 1n) * SLICE
  return edge <= upTo ? edge : upTo
}

/** What the partitions say between two positions; undefined where they say nothing. */
type Pieces = readonly (GzipPiece | undefined)[]

export interface ReplayOptions {
  readonly tail: Pick<Tail, 'readAfter'>
  readonly clock: Clock
  readonly deflater: Deflater
  /** Called with entries that could not be told whole. */
  readonly onUntold?: OnUntold | undefined
  /** Bytes of history that are kept for its readers; as usual when left out. */
  readonly keptBytes?: number | undefined
}

export class Replay {
  readonly #tail: Pick<Tail, 'readAfter'>
  readonly #onUntold: OnUntold | undefined
  readonly #deflater: Deflater
  readonly #shared: SharedHistory<Pieces>
  #events = 0

  constructor({ tail, clock, deflater, onUntold, keptBytes }: ReplayOptions) {
    this.#tail = tail
    this.#onUntold = onUntold
    this.#deflater = deflater
    this.#shared = new SharedHistory(clock, bytesOf, keptBytes)
  }

  /** Events that were read from the log so far. */
  get events(): number {
    return this.#events
  }

  /** Bytes of segments and slices in memory now, about. */
  get bytes(): number {
    return this.#shared.bytes
  }

  /**
   * What a partition says after `position` up to `upTo`, which is not after the head. What lies between two edges is
   * shared and kept; all else is read and compressed for this call alone, so it must be little.
   * @throws {PositionTooOld} when the log no longer holds the event after `position`, and as {@link Tail.readAfter}
   */
  async piece(partition: number, position: bigint, upTo: bigint): Promise<GzipPiece | undefined> {
    if (position >= upTo) return undefined
    const length = upTo - position
    if (position % length === 0n && (length === SEGMENT || length === SLICE)) {
      const load = async () => this.#piecesOf(await this.#read(position, upTo))
      return (await this.#shared.get(`${position}+${length}`, load))[partition - 1]
    }
    const events = await this.#read(position, upTo)
    return this.#pieceOf(events.filter((event) => isIn(event, partition)))
  }

  /** Lets go of what is kept. */
  close(): void {
    this.#shared.clear()
  }

  async #read(position: bigint, upTo: bigint): Promise<LogEntry[]> {
    const events: LogEntry[] = []
    let seen = position
    while (seen < upTo) {
      const batch = await this.#tail.readAfter(seen, Number(upTo - seen))
      const last = batch.at(-1)
      if (last === undefined) break
      for (const event of batch) events.push(event)
      seen = last.position
    }
    this.#events += events.length
    return events
  }

  #piecesOf(events: readonly LogEntry[]): Pieces {
    const byPartition = Map.groupBy(events, ({ partition }) => partition)
    const everywhere = byPartition.get(undefined) ?? []
    return Array.from({ length: PARTITIONS }, (_, index) => {
      const own = byPartition.get(index + 1) ?? []
      return this.#pieceOf(everywhere.length === 0 ? own : events.filter((event) => isIn(event, index + 1)))
    })
  }

  #pieceOf(events: readonly LogEntry[]): GzipPiece | undefined {
    const text = events.map((event) => messageOf(event, this.#onUntold) ?? '').join('')
    return text === '' ? undefined : this.#deflater.piece(text)
  }
}

/** What a piece takes in memory besides its bytes, about. */
const PIECE_OVERHEAD = 256

function bytesOf(pieces: Pieces): number {
  return pieces.reduce(
    (sum, piece) => sum + (piece === undefined ? 0 : piece.bytes.length + PIECE_OVERHEAD),
    0,
  )
}

/** The history of one connection, in segments and slices of a {@link Replay}. */
export class ReplayHistory implements History<GzipPiece> {
  readonly #replay: Replay
  readonly #partition: number
  readonly #tellsGaps: boolean
  #position: bigint

  constructor(replay: Replay, partition: number, after: bigint, tellsGaps: boolean) {
    this.#replay = replay
    this.#partition = partition
    this.#tellsGaps = tellsGaps
    this.#position = after
  }

  get position(): bigint {
    return this.#position
  }

  /** When less than a segment is left. */
  isNear(head: bigint): boolean {
    return segmentEnd(this.#position) > head
  }

  async next(upTo: bigint): Promise<HistoryStep<GzipPiece>> {
    const edge = edgeAfter(this.#position, upTo)
    try {
      const content = await this.#replay.piece(this.#partition, this.#position, edge)
      this.#position = edge
      return { content, gap: undefined }
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      const gap = this.#tellsGaps ? retentionGap(this.#position, error.oldest) : undefined
      this.#position = error.oldest - 1n
      return { content: undefined, gap }
    }
  }
}
