/**
 * One connection to a partition. It pulls: what has not been sent yet stays in the ring that all share, so a slow
 * client costs nothing but its own place (design section 7).
 *
 *   backfill ── whole segments of history ──▶ cutover ── the rest, up to where it joined ──▶ live ── blocks ──▶ end
 */
import { isStoreFailure } from '../../../db/errors.ts'
import { PositionTooOld } from '../../../events/tail.ts'
import type { StreamObserver, StreamSink } from '../../../http/stream-response.ts'
import type { Clock } from '../../../lib/clock.ts'
import { GZIP_HEADER, type GzipPiece, gzipPiece } from '../../../lib/gzip-member.ts'
import { CLOSE_MESSAGES, type CloseReason, errorBody } from './_errors.ts'
import { MESSAGE_END } from './_events.ts'
import { Member } from './_member.ts'
import { type Block, type BlockReader, type Partition, RING_BYTES } from './_partition.ts'
import { edgeAfter, type Replay } from './_replay.ts'

/** Milliseconds without a message after which a keep-alive is sent. */
export const KEEP_ALIVE_MS = 10_000

/** Bytes that are handed over at a time. */
const PULL_BYTES = 256 * 1024

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
  #sink: StreamSink | undefined
  /** Everything of the partition up to here has been sent, or was before the beginning. */
  #position: bigint
  /** What the client was told last. */
  #told = -1n
  /** Number of the next block. */
  #next = 0
  #lastWrite = 0
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
  async run(sink: StreamSink): Promise<CloseReason> {
    this.#sink = sink
    const onGone = () => this.wake()
    sink.gone.addEventListener('abort', onGone)
    const { partition } = this.#source
    try {
      const reason = await this.#serve(sink)
      if (reason !== 'client') await this.#end(sink, reason)
      return reason
    } finally {
      sink.gone.removeEventListener('abort', onGone)
      partition.leave(this)
    }
  }

  async #serve(sink: StreamSink): Promise<CloseReason> {
    try {
      const begun = await this.#written(sink, [GZIP_HEADER])
      return begun ?? (await this.#backfill(sink)) ?? (await this.#cutover(sink)) ?? (await this.#live(sink))
    } catch (error) {
      if (!isStoreFailure(error)) throw error
      return this.#closing ?? 'failure'
    }
  }

  /** Whole segments of history, until less than one is left. */
  async #backfill(sink: StreamSink): Promise<Outcome> {
    if (this.#start.after === undefined) return undefined
    for (;;) {
      const edge = edgeAfter(this.#position)
      if (edge > this.#source.position()) return undefined
      const outcome = await this.#sendHistory(sink, edge)
      if (outcome !== undefined) return outcome
      // On SQLite reading takes no turn of the event loop, and a partition may be silent for long.
      await new Promise(setImmediate)
    }
  }

  /** Joins the present, then sends what lies before it and after the last segment. */
  async #cutover(sink: StreamSink): Promise<Outcome> {
    if (this.#start.after === undefined) return undefined
    const joined = this.#join()
    while (this.#position < joined) {
      const outcome = await this.#sendHistory(sink, joined)
      if (outcome !== undefined) return outcome
    }
    return undefined
  }

  /** Blocks as they come, keep-alives while none do. */
  async #live(sink: StreamSink): Promise<CloseReason> {
    for (;;) {
      const blocks = this.#source.partition.from(this.#next, PULL_BYTES)
      if (blocks === undefined) return 'slow'
      // What was taken in before a stop is sent before its end.
      if (this.#closing !== undefined && blocks.length === 0) return this.#closing
      const outcome = blocks.length > 0 ? await this.#sendBlocks(sink, blocks) : await this.#idle(sink)
      if (outcome !== undefined) return outcome
    }
  }

  #join(): bigint {
    const { next, sum } = this.#source.partition.join(this)
    this.#next = next
    this.#member.join(sum)
    return this.#source.position()
  }

  async #sendHistory(sink: StreamSink, upTo: bigint): Promise<Outcome> {
    if (this.#closing !== undefined) return this.#closing
    try {
      const piece = await this.#source.replay.piece(this.#start.partition, this.#position, upTo)
      this.#position = upTo
      return piece === undefined ? undefined : await this.#written(sink, this.#withPosition(this.#own(piece)))
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      return this.#skipTo(sink, error.oldest)
    }
  }

  /** Events before `oldest` are kept no more. */
  async #skipTo(sink: StreamSink, oldest: bigint): Promise<Outcome> {
    const gap = { from: String(this.#position + 1n), to: String(oldest - 1n), reason: 'retention' }
    this.#position = oldest - 1n
    return this.#start.tellsGaps ? this.#written(sink, this.#line({ gap })) : undefined
  }

  async #sendBlocks(sink: StreamSink, blocks: readonly Block[]): Promise<Outcome> {
    const pieces: Buffer[] = []
    for (const { piece, sum, position } of blocks) {
      this.#member.share(sum)
      this.#position = position
      pieces.push(...this.#withPosition([piece.bytes]))
    }
    this.#next += blocks.length
    const written = this.#written(sink, pieces)
    const { clock, observer } = this.#source
    const now = clock.now()
    for (const { at } of blocks) observer.written(Math.max(0, now - at))
    return written
  }

  async #idle(sink: StreamSink): Promise<Outcome> {
    const { clock, partition, keepAlive } = this.#source
    await this.#rest()
    if (sink.gone.aborted) return 'client'
    const isDue = clock.monotonic() - this.#lastWrite >= KEEP_ALIVE_MS
    if (!isDue || !partition.isAllBefore(this.#next)) return undefined
    this.#position = this.#source.position()
    const position = this.#withPosition([])
    return this.#written(sink, position.length > 0 ? position : this.#own(keepAlive))
  }

  /** Waits until there may be something to do, at most until a keep-alive is due. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const { clock } = this.#source
      const due = this.#lastWrite + KEEP_ALIVE_MS - clock.monotonic()
      const done = () => {
        cancel()
        this.#wake = undefined
        resolve()
      }
      const cancel = clock.after(Math.max(0, due), done)
      this.#wake = done
      if (this.#closing !== undefined || this.#sink?.gone.aborted === true) done()
    })
  }

  /** Tells the client why, and gives the member its end. */
  async #end(sink: StreamSink, reason: Exclude<CloseReason, 'client'>): Promise<void> {
    const message = CLOSE_MESSAGES[reason].replace('{size}', String(RING_BYTES))
    const last = this.#own(gzipPiece(errorBody(message, this.#source.clock.now()) + MESSAGE_END))
    await sink.end([...last, this.#member.end()])
  }

  async #written(sink: StreamSink, pieces: readonly Uint8Array[]): Promise<Outcome> {
    this.#lastWrite = this.#source.clock.monotonic()
    const written = await sink.write(pieces, this.#hurry.signal)
    if (written === 'gone') return 'client'
    if (written === 'stalled') return 'stalled'
    return written === 'interrupted' ? this.#closing : undefined
  }

  /** Adds how far the client has come, if it wants to know and it has come further. */
  #withPosition(pieces: readonly Buffer[]): readonly Buffer[] {
    if (!this.#start.tellsPositions || this.#position === this.#told) return pieces
    this.#told = this.#position
    return [...pieces, ...this.#line({ position: String(this.#position) })]
  }

  #line(object: object): readonly Buffer[] {
    return this.#own(gzipPiece(JSON.stringify(object) + MESSAGE_END))
  }

  /** The bytes of a piece that is not of the partition's run. */
  #own(piece: GzipPiece): readonly Buffer[] {
    this.#member.add(piece)
    return [piece.bytes]
  }
}
