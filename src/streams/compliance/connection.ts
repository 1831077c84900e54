/**
 * One connection to a partition. It pulls: unsent messages stay in the ring that all connections share, so a slow
 * client costs only its own position (spec/server.md#slow-readers).
 */
import type { Piece } from '../../http/chunk-run.ts'
import type { SharingSink, StreamObserver } from '../../http/stream-response.ts'
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
import { type Replay, ReplayHistory } from './replay.ts'

export interface Start extends StreamStart {
  /** 1 to 8. */
  readonly partition: number
}

/** Shared by the connections of a partition. */
export interface Source {
  readonly clock: Clock
  readonly observer: StreamObserver
  /** Compresses messages for one connection alone. */
  readonly deflater: Deflater
  readonly replay: Replay
  readonly partition: Partition
  /** A line break, compressed once. */
  readonly keepAlive: GzipPiece
}

export class Connection extends StreamConnection<OwnCloseReason, GzipPiece> implements BlockReader {
  readonly #host: ConnectionHost<OwnCloseReason>
  readonly #source: Source
  readonly part: string
  readonly reservation: Reservation
  /** Name of the console account. */
  readonly account: string
  readonly sendsPositions: boolean
  readonly #member = new Member()
  /** The last position that was sent. */
  #sentPosition = -1n
  /** Number of the next block. */
  #next = 0

  constructor(
    host: ConnectionHost<OwnCloseReason>,
    source: Source,
    { partition, after, sendsGaps, sendsPositions }: Start,
    { account, reservation }: Pick<Connection, 'account' | 'reservation'>,
  ) {
    const { replay } = source
    const history = after === undefined ? undefined : new ReplayHistory(replay, partition, after, sendsGaps)
    super(host, { format: COMPLIANCE_FORMAT, history })
    this.#host = host
    this.#source = source
    this.part = String(partition)
    this.reservation = reservation
    this.account = account
    this.sendsPositions = sendsPositions
  }

  /** Stops taking blocks. */
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

  /** Blocks were added before the connection was closed, for any reason. */
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
      // The time of this write: a block is written to thousands of connections, one after the other.
      observer.written(Math.max(0, clock.now() - block.at))
    }
  }

  #sendBlock(
    sink: SharingSink,
    { run, runWithPosition, positionText, sum, position }: Block,
    now: Now,
  ): void {
    this.#member.share(sum)
    this.position = position
    if (this.sendsPositions) {
      this.#member.add(positionText)
      this.#sentPosition = position
    }
    this.putShared(sink, this.sendsPositions ? runWithPosition : run, now)
  }

  protected override sendHistory(sink: SharingSink, piece: GzipPiece, now: Now): void {
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

  /** The position, if the client wants positions and has not received this one; otherwise a line break. */
  protected override keepAlive(): readonly Piece[] {
    const { partition, keepAlive } = this.#source
    if (this.isLive) {
      // A position would skip messages that are not in a block yet.
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

  /** The bytes of a piece that is not part of the shared blocks. */
  #own(piece: GzipPiece): Buffer {
    this.#member.add(piece)
    return piece.bytes
  }
}
