/**
 * Reads the history of the compliance stream for clients that resume. History is divided at fixed positions, so that
 * each part is read and compressed once for all clients (spec/server.md#resume-of-streams).
 *
 *   0 ──────────── 512 ──────────── 1024 ── 1056 ── 1088 · 1093
 *     a segment        a segment       slices           rest
 *
 * Most of the history is read in segments. If a range begins or ends inside a segment, that part is read in slices.
 * Only a rest that is shorter than a slice is read and compressed for a single client.
 */

import { isIn, messageOf, type OnIncomplete } from '../../formats/compliance/events.ts'
import type { Day } from '../../formats/fields/day.ts'
import type { GzipPiece } from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../log/event.ts'
import { PARTITIONS } from '../../log/partition.ts'
import { PositionTooOld } from '../../log/read-table.ts'
import type { Tail } from '../../log/tail.ts'
import { type History, type HistoryStep, retentionGap } from '../history.ts'
import type { Deflater } from './deflater.ts'
import { SharedHistory } from './shared-history.ts'

/** Number of events in a segment; events of all partitions count. */
export const SEGMENT = 512n

/** Number of events in a slice; events of all partitions count. */
export const SLICE = 32n

/** The end of the segment that contains `position`. */
export function segmentEnd(position: bigint): bigint {
  return (position / SEGMENT + 1n) * SEGMENT
}

/**
 * The end of the next part for a reader at `position` that reads up to `upTo`: the end of a segment, the end of a
 * slice, or `upTo`.
 */
export function edgeAfter(position: bigint, upTo: bigint): bigint {
  if (position % SEGMENT === 0n && position + SEGMENT <= upTo) return position + SEGMENT
  const edge = (position / SLICE + 1n) * SLICE
  return edge <= upTo ? edge : upTo
}

/** Messages that were compressed together. */
export interface HistoryPiece extends GzipPiece {
  readonly messages: number
}

/** The messages of each partition between two positions; undefined for a partition without messages. */
type Pieces = readonly (HistoryPiece | undefined)[]

export interface ReplayOptions {
  readonly tail: Pick<Tail, 'readAfter'>
  readonly clock: Clock
  readonly deflater: Deflater
  /** The API day of the stream; the default day when undefined. */
  readonly day?: (() => Day) | undefined
  /** Called with each entry of the log that cannot be sent completely. */
  readonly onIncomplete?: OnIncomplete | undefined
  /** Size of the cache in bytes; the default when undefined. */
  readonly keptBytes?: number | undefined
}

export class Replay {
  readonly #tail: Pick<Tail, 'readAfter'>
  readonly #onIncomplete: OnIncomplete | undefined
  readonly #day: (() => Day) | undefined
  readonly #deflater: Deflater
  readonly #shared: SharedHistory<Pieces>
  #events = 0

  constructor({ tail, clock, deflater, onIncomplete, keptBytes, day }: ReplayOptions) {
    this.#day = day
    this.#tail = tail
    this.#onIncomplete = onIncomplete
    this.#deflater = deflater
    this.#shared = new SharedHistory(clock, bytesOf, keptBytes)
  }

  /** Number of events read from the log so far. */
  get events(): number {
    return this.#events
  }

  /** Approximate bytes of cached segments and slices. */
  get bytes(): number {
    return this.#shared.bytes
  }

  /**
   * The messages of a partition after `position` and up to `upTo`; `upTo` must not be after the head of the log. The
   * function caches segments and slices. Other ranges must be short, because they are read and compressed for each
   * call.
   * @throws {PositionTooOld} when the event after `position` was trimmed; also throws the errors of {@link
   * Tail.readAfter}
   */
  async piece(partition: number, position: bigint, upTo: bigint): Promise<HistoryPiece | undefined> {
    if (position >= upTo) return undefined
    const length = upTo - position
    if (position % length === 0n && (length === SEGMENT || length === SLICE)) {
      const load = async () => this.#piecesOf(await this.#read(position, upTo))
      return (await this.#shared.get(`${position}+${length}`, load))[partition - 1]
    }
    const events = await this.#read(position, upTo)
    return this.#pieceOf(events.filter((event) => isIn(event, partition)))
  }

  /** Clears the cache. */
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

  #pieceOf(events: readonly LogEntry[]): HistoryPiece | undefined {
    const messages = events
      .map((event) => messageOf(event, this.#onIncomplete, this.#day?.()))
      .filter((message) => message !== undefined)
    if (messages.length === 0) return undefined
    return { ...this.#deflater.piece(messages.join('')), messages: messages.length }
  }
}

/** Approximate memory of a piece in addition to its bytes. */
const PIECE_OVERHEAD = 256

function bytesOf(pieces: Pieces): number {
  return pieces.reduce(
    (sum, piece) => sum + (piece === undefined ? 0 : piece.bytes.length + PIECE_OVERHEAD),
    0,
  )
}

/** The history of one connection, read in the segments and slices of a {@link Replay}. */
export class ReplayHistory implements History<HistoryPiece> {
  readonly #replay: Replay
  readonly #partition: number
  readonly #sendsGaps: boolean
  #position: bigint

  constructor(replay: Replay, partition: number, after: bigint, sendsGaps: boolean) {
    this.#replay = replay
    this.#partition = partition
    this.#sendsGaps = sendsGaps
    this.#position = after
  }

  get position(): bigint {
    return this.#position
  }

  /** True when the position and the head are in the same segment. */
  isNear(head: bigint): boolean {
    return segmentEnd(this.#position) > head
  }

  async next(upTo: bigint): Promise<HistoryStep<HistoryPiece>> {
    const edge = edgeAfter(this.#position, upTo)
    try {
      const content = await this.#replay.piece(this.#partition, this.#position, edge)
      this.#position = edge
      return { content, gap: undefined }
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      const gap = this.#sendsGaps ? retentionGap(this.#position, error.oldest) : undefined
      this.#position = error.oldest - 1n
      return { content: undefined, gap }
    }
  }
}
