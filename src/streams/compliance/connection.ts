/**
 * One connection to a partition. The connection pulls messages from a ring that all connections share. Therefore a slow
 * client takes no memory for unsent messages (spec/server.md#slow-readers).
 */
import type { Piece } from '../../http/chunk-run.ts'
import type { SharingSink, StreamObserver } from '../../http/stream-response.ts'
import { Distribution } from '../../lib/distribution.ts'
import { GZIP_HEADER, type GzipPiece } from '../../lib/files/gzip-member.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Reservation } from '../admission.ts'
import { type ConnectionHost, StreamConnection } from '../connection.ts'
import type { Now } from '../flush-batch.ts'
import type { StreamStart } from '../history.ts'
import { COMPLIANCE_FORMAT, type OwnCloseReason } from './closing.ts'
import type { Deflater } from './deflater.ts'
import { Member } from './member.ts'
import type { Block, BlockReader, Partition } from './partition.ts'
import { type HistoryPiece, type Replay, ReplayHistory } from './replay.ts'

export interface Start extends StreamStart {
  /** The partition number, 1 to 8. */
  readonly partition: number
}

/** The client of a connection, and the stream that it requested. */
export interface StreamClient {
  /** Name of the console account. */
  readonly account: string
  readonly publisher: string
  readonly label: string
  /** E-mail address of the console user. */
  readonly email: string
  readonly address: string
}

/** Upper bounds of the histogram of delays from an event to its write. */
const DELAY_BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000] as const

/** The objects that the connections of a partition share. */
export interface Source {
  readonly clock: Clock
  readonly observer: StreamObserver
  /** Compresses the messages that are sent to only one connection. */
  readonly deflater: Deflater
  readonly replay: Replay
  readonly partition: Partition
  /** A line break that serves as a keep-alive, compressed once. */
  readonly keepAlive: GzipPiece
}

export class Connection extends StreamConnection<OwnCloseReason, HistoryPiece> implements BlockReader {
  readonly #host: ConnectionHost<OwnCloseReason>
  readonly #source: Source
  readonly part: string
  readonly reservation: Reservation
  readonly client: StreamClient
  /** Milliseconds since the Unix epoch. */
  readonly openedAt: number
  /** Delays of live messages; messages from history do not count. */
  readonly delays = new Distribution(DELAY_BOUNDS_MS)
  readonly sendsPositions: boolean
  readonly #member = new Member()
  /** The last position that the connection has sent to the client. */
  #sentPosition = -1n
  /** Number of the next block. */
  #next = 0
  #delivered = 0

  constructor(
    host: ConnectionHost<OwnCloseReason>,
    source: Source,
    { partition, after, sendsGaps, sendsPositions }: Start,
    { client, reservation }: Pick<Connection, 'client' | 'reservation'>,
  ) {
    const { replay } = source
    const history = after === undefined ? undefined : new ReplayHistory(replay, partition, after, sendsGaps)
    super(host, { format: COMPLIANCE_FORMAT, history })
    this.#host = host
    this.#source = source
    this.part = String(partition)
    this.reservation = reservation
    this.client = client
    this.openedAt = source.clock.now()
    this.sendsPositions = sendsPositions
  }

  /** Number of messages written so far, including history. */
  get delivered(): number {
    return this.#delivered
  }

  /**
   * Age of the oldest message that waits for the client, in milliseconds; undefined while the server sends history.
   */
  get lagMs(): number | undefined {
    if (!this.isLive) return undefined
    const block = this.#source.partition.block(this.#next)
    return block === undefined ? 0 : Math.max(0, this.#source.clock.now() - block.at)
  }

  /** Leaves the partition. The connection receives no further block. */
  leave(): void {
    this.#source.partition.leave(this)
  }

  protected override join(): bigint {
    const { next, sum } = this.#source.partition.join(this)
    this.#next = next
    this.#member.join(sum)
    return this.#host.position
  }

  protected override hasPending(): boolean {
    return this.#source.partition.block(this.#next) !== undefined
  }

  protected override hasLost(): boolean {
    return this.#source.partition.hasDropped(this.#next)
  }

  /** True for every reason, because the partition may have added blocks before the connection was closed. */
  protected override sendsBefore(): boolean {
    return true
  }

  protected override sendPending(sink: SharingSink, now: Now): void {
    const { partition, clock, observer } = this.#source
    while (!this.isFull) {
      const block = partition.block(this.#next)
      if (block === undefined) return
      this.#next += 1
      this.#sendBlock(sink, block, now)
      // The time is read for each write, because a block is written to thousands of connections in sequence.
      const delay = Math.max(0, clock.now() - block.at)
      this.delays.observe(delay)
      observer.written(delay)
    }
  }

  #sendBlock(
    sink: SharingSink,
    { messages, run, runWithPosition, positionText, sum, position }: Block,
    now: Now,
  ): void {
    this.#delivered += messages
    this.#member.share(sum)
    this.position = position
    if (this.sendsPositions) {
      this.#member.add(positionText)
      this.#sentPosition = position
    }
    this.putShared(sink, this.sendsPositions ? runWithPosition : run, now)
  }

  protected override sendHistory(sink: SharingSink, piece: HistoryPiece, now: Now): void {
    this.#delivered += piece.messages
    this.put(sink, this.#withPosition([this.#own(piece)]), now)
  }

  protected override head(): readonly Piece[] {
    return [GZIP_HEADER]
  }

  protected override encode(bytes: Uint8Array): Piece {
    return this.#own(this.#source.deflater.piece(bytes))
  }

  protected override end(): readonly Piece[] {
    return [this.#member.end()]
  }

  /**
   * The position, if the client wants positions and has not received the current position; otherwise a line break.
   * Nothing while messages wait.
   */
  protected override keepAlive(): readonly Piece[] {
    const { partition, keepAlive } = this.#source
    if (this.isLive) {
      // A position would skip messages that no block contains yet.
      if (!partition.isAllBefore(this.#next)) return []
      this.position = this.#host.position
    }
    const position = this.#withPosition([])
    return position.length > 0 ? position : [this.#own(keepAlive)]
  }

  #withPosition(pieces: readonly Piece[]): readonly Piece[] {
    if (!this.sendsPositions || this.position === this.#sentPosition) return pieces
    this.#sentPosition = this.position
    return [...pieces, this.#own(this.#source.deflater.position(this.position))]
  }

  /** The bytes of a piece that only this connection sends. */
  #own(piece: GzipPiece): Buffer {
    this.#member.add(piece)
    return piece.bytes
  }
}
