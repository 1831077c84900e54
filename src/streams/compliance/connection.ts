/**
 * One connection to a partition. It pulls: what has not been sent yet stays in the ring that all share, so a slow
 * client costs nothing but its own place (design section 7).
 *
 *   backfill ── whole segments of history ──▶ cutover ── the rest, up to where it joined ──▶ live ── blocks ──▶ end
 */

import { isStoreFailure } from '../../db/errors.ts'
import { MESSAGE_END } from '../../formats/compliance/events.ts'
import type { SharingSink, StreamObserver, Written } from '../../http/stream-response.ts'
import { GZIP_HEADER, type GzipPiece } from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { PositionTooOld } from '../../log/tail.ts'
import { CLOSE_MESSAGES, type CloseReason, errorBody } from './closing.ts'
import type { Deflater } from './deflater.ts'
import { Member } from './member.ts'
import { type Block, type BlockReader, type Partition, RING_BYTES } from './partition.ts'
import { edgeAfter, type Replay, segmentEnd } from './replay.ts'

/** Milliseconds without a message after which a keep-alive is sent. */
export const KEEP_ALIVE_MS = 10_000

/** Where a connection begins, and what it asked for. */
export interface Start {
  /** 1 to 8. */
  readonly partition: number
  /** The last position that the client has; undefined to begin at the present. */
  readonly after: bigint | undefined
  /** Whether the client is told of what it has missed for good. */
  readonly tellsGaps: boolean
  /** Whether it is told how far it has come. */
  readonly tellsPositions: boolean
}

/** What a connection needs of the hub. */
export interface Source {
  readonly clock: Clock
  readonly observer: StreamObserver
  /** For what is sent to one connection alone. */
  readonly deflater: Deflater
  readonly replay: Replay
  readonly partition: Partition
  /** A line break, compressed once. */
  readonly keepAlive: GzipPiece
  /** Every event up to here has been given to its partition. */
  position(): bigint
}

/** Nothing while all is well, else why the connection ends. */
type Outcome = CloseReason | undefined

export class Connection implements BlockReader {
  readonly #source: Source
  readonly #start: Start
  readonly #member = new Member()
  readonly #hurry = new AbortController()
  #closing: CloseReason | undefined
  /** Everything of the partition up to here has been sent, or was before the beginning. */
  #position: bigint
  /** What the client was told last. */
  #told = -1n
  /** Number of the next block. */
  #next = 0
  #lastWrite = 0
  /** Whether the client takes more than it was sent. */
  #hasRoom = true
  #wake: (() => void) | undefined

  /** Joins at once, so that nothing is missed from here on, unless the client asks for history first. */
  constructor(source: Source, start: Start) {
    this.#source = source
    this.#start = start
    this.#position = start.after ?? this.#join()
  }

  /** The position after which it begins. */
  get position(): bigint {
    return this.#position
  }

  get tellsPositions(): boolean {
    return this.#start.tellsPositions
  }

  wake(): void {
    this.#wake?.()
  }

  /** Ends it with a reason, which the client is told. */
  close(reason: CloseReason): void {
    this.#closing ??= reason
    this.#hurry.abort()
    this.wake()
  }

  /** Serves the client to the end. @returns why it ended */
  async run(sink: SharingSink): Promise<CloseReason> {
    sink.watcher = this
    const { partition } = this.#source
    try {
      const reason = await this.#serve(sink)
      if (reason !== 'client') await this.#end(sink, reason)
      return reason
    } finally {
      partition.leave(this)
    }
  }

  async #serve(sink: SharingSink): Promise<CloseReason> {
    try {
      const begun = await this.#written(sink, [GZIP_HEADER])
      return begun ?? (await this.#backfill(sink)) ?? (await this.#cutover(sink)) ?? (await this.#live(sink))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      return this.#closing ?? 'failure'
    }
  }

  /** Whole segments of history, until less than one is left. */
  async #backfill(sink: SharingSink): Promise<Outcome> {
    if (this.#start.after === undefined) return undefined
    for (;;) {
      const head = this.#source.position()
      if (segmentEnd(this.#position) > head) return undefined
      const outcome = await this.#sendHistory(sink, edgeAfter(this.#position, head))
      if (outcome !== undefined) return outcome
      // On SQLite reading takes no turn of the event loop, and a partition may be silent for long.
      await new Promise(setImmediate)
    }
  }

  /** Joins the present, then sends what lies before it and after the last segment. */
  async #cutover(sink: SharingSink): Promise<Outcome> {
    if (this.#start.after === undefined) return undefined
    const joined = this.#join()
    while (this.#position < joined) {
      const outcome = await this.#sendHistory(sink, edgeAfter(this.#position, joined))
      if (outcome !== undefined) return outcome
    }
    return undefined
  }

  /** Blocks as they come, keep-alives while none do. */
  async #live(sink: SharingSink): Promise<CloseReason> {
    const { partition } = this.#source
    for (;;) {
      if (partition.hasDropped(this.#next)) return 'slow'
      if (!this.#flow(sink)) {
        const outcome = this.#outcomeOf(await sink.waitForRoom(this.#hurry.signal))
        if (outcome !== undefined) return outcome
        this.#hasRoom = true
      } else if (this.#closing !== undefined) {
        // What was taken in before a stop has been sent before its end.
        return this.#closing
      } else {
        const outcome = await this.#idle(sink)
        if (outcome !== undefined) return outcome
      }
    }
  }

  /**
   * Sends the blocks that are there, for as long as there is room. Every block comes through here once for each
   * connection, so it waits for nothing and makes nothing.
   * @returns whether there is room for more
   */
  #flow(sink: SharingSink): boolean {
    const { partition, clock, observer } = this.#source
    while (this.#hasRoom) {
      const block = partition.block(this.#next)
      if (block === undefined) break
      this.#next += 1
      this.#hasRoom = this.#push(sink, block)
      this.#lastWrite = clock.monotonic()
      observer.written(Math.max(0, clock.now() - block.at))
    }
    return this.#hasRoom
  }

  #push(sink: SharingSink, { run, told, line, sum, position }: Block): boolean {
    this.#member.share(sum)
    this.#position = position
    if (!this.#start.tellsPositions) return sink.push(run)
    this.#member.add(line)
    this.#told = position
    return sink.push(told)
  }

  #join(): bigint {
    const { next, sum } = this.#source.partition.join(this)
    this.#next = next
    this.#member.join(sum)
    return this.#source.position()
  }

  async #sendHistory(sink: SharingSink, upTo: bigint): Promise<Outcome> {
    if (this.#closing !== undefined) return this.#closing
    try {
      const reading = this.#source.replay.piece(this.#start.partition, this.#position, upTo)
      const outcome = await this.#meanwhile(sink, reading)
      if (outcome !== undefined) return outcome
      const piece = await reading
      this.#position = upTo
      return piece === undefined ? undefined : await this.#written(sink, this.#withPosition(this.#own(piece)))
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      return this.#skipTo(sink, error.oldest)
    }
  }

  /** Lets a read take its time: the client hears that its stream is alive. @returns why it ends before that is done */
  async #meanwhile(sink: SharingSink, reading: Promise<unknown>): Promise<Outcome> {
    let isOver = false
    const over = () => {
      isOver = true
      this.#wake?.()
    }
    reading.then(over, over)
    for (;;) {
      await this.#sleep(() => isOver || this.#mustEnd(sink))
      if (isOver) return undefined
      if (sink.isGone) return 'client'
      const outcome = this.#closing ?? (await this.#sayAlive(sink))
      if (outcome !== undefined) return outcome
    }
  }

  /** Events before `oldest` are kept no more. */
  async #skipTo(sink: SharingSink, oldest: bigint): Promise<Outcome> {
    const gap = { from: String(this.#position + 1n), to: String(oldest - 1n), reason: 'retention' }
    this.#position = oldest - 1n
    return this.#start.tellsGaps
      ? this.#written(sink, this.#own(this.#source.deflater.line({ gap })))
      : undefined
  }

  async #idle(sink: SharingSink): Promise<Outcome> {
    const { partition } = this.#source
    await this.#sleep(() => this.#mustEnd(sink) || !this.#flow(sink))
    if (sink.isGone) return 'client'
    if (!partition.isAllBefore(this.#next)) return undefined
    this.#position = this.#source.position()
    return this.#sayAlive(sink)
  }

  /** Tells how far it has come, or sends a keep-alive, when nothing was written for long. */
  async #sayAlive(sink: SharingSink): Promise<Outcome> {
    const { clock, keepAlive } = this.#source
    if (clock.monotonic() - this.#lastWrite < KEEP_ALIVE_MS) return undefined
    const position = this.#withPosition([])
    return this.#written(sink, position.length > 0 ? position : this.#own(keepAlive))
  }

  #mustEnd(sink: SharingSink): boolean {
    return this.#closing !== undefined || sink.isGone
  }

  /** Waits until a keep-alive is due, or `isOver`, which is asked whenever there may be something new. */
  #sleep(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const { clock } = this.#source
      let cancel: (() => void) | undefined
      const done = () => {
        cancel?.()
        this.#wake = undefined
        resolve()
      }
      // Not set anew for each block.
      const look = () => {
        const due = this.#lastWrite + KEEP_ALIVE_MS - clock.monotonic()
        if (due <= 0) done()
        else cancel = clock.after(due, look)
      }
      this.#wake = () => {
        if (isOver()) done()
      }
      if (isOver()) done()
      else look()
    })
  }

  /** Tells the client why, and gives the member its end. */
  async #end(sink: SharingSink, reason: Exclude<CloseReason, 'client'>): Promise<void> {
    const message = CLOSE_MESSAGES[reason].replace('{size}', String(RING_BYTES))
    const { clock, deflater } = this.#source
    const last = this.#own(deflater.piece(errorBody(message, clock.now()) + MESSAGE_END))
    await sink.end([...last, this.#member.end()])
  }

  async #written(sink: SharingSink, pieces: readonly Uint8Array[]): Promise<Outcome> {
    this.#lastWrite = this.#source.clock.monotonic()
    return this.#outcomeOf(await sink.write(pieces, this.#hurry.signal))
  }

  #outcomeOf(written: Written): Outcome {
    if (written === 'gone') return 'client'
    if (written === 'stalled') return 'stalled'
    return written === 'interrupted' ? this.#closing : undefined
  }

  /** Adds how far the client has come, if it wants to know and it has come further. */
  #withPosition(pieces: readonly Buffer[]): readonly Buffer[] {
    if (!this.#start.tellsPositions || this.#position === this.#told) return pieces
    this.#told = this.#position
    return [...pieces, ...this.#own(this.#source.deflater.position(this.#position))]
  }

  /** The bytes of a piece that is not of the partition's run. */
  #own(piece: GzipPiece): readonly Buffer[] {
    this.#member.add(piece)
    return [piece.bytes]
  }
}
