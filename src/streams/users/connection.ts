/** One connection to a user or site stream. */
import type { SharingSink } from '../../http/stream-response.ts'
import type { Reservation } from '../admission.ts'
import type { Now } from '../flush-batch.ts'
import type { OwnCloseReason } from '../statuses/reasons.ts'
import { StallWarnings } from '../statuses/stall-warnings.ts'
import { WindowConnection, type WindowHost } from '../window-connection.ts'
import type { UserStreamRequest } from './streams.ts'
import { Viewer } from './viewer.ts'

export interface UserConnectionHost extends WindowHost<OwnCloseReason> {
  /** Passes every later event to a connection. */
  join(connection: UserStreamConnection): void
}

/** The resources of a connection. */
export interface UserSession {
  /** Number of the connection, unique among all connections including ended ones. */
  readonly id: bigint
  readonly request: UserStreamRequest
  readonly reservation: Reservation
}

const NOTHING = Buffer.alloc(0)

export class UserStreamConnection extends WindowConnection<OwnCloseReason, never> {
  readonly session: UserSession
  readonly viewers: readonly Viewer[]
  readonly #host: UserConnectionHost
  readonly #warnings: StallWarnings
  /**
   * True after the `stream.opened` event of this connection was read from the log. Such an event of another connection
   * of the same user and app displaces this connection only if it comes later in the log.
   */
  isAnnounced = false

  constructor(host: UserConnectionHost, session: UserSession) {
    const { format, isGzip, viewers, wantsWarnings } = session.request
    super(host, { format, history: undefined, isGzip })
    this.#host = host
    this.session = session
    this.viewers = viewers.map((viewer) => new Viewer(this, viewer))
    this.#warnings = new StallWarnings(wantsWarnings)
  }

  override get part(): string {
    return `${this.session.request.product} stream`
  }

  override get appId(): bigint {
    return this.session.request.appId
  }

  override get sendsPosts(): boolean {
    return false
  }

  override get reservation(): Reservation {
    return this.session.reservation
  }

  get isOpen(): boolean {
    return !this.isClosing
  }

  /** Adds a message to the window. @param json text of the message */
  notify(json: string, time: Now = this.now()): void {
    if (!this.isClosing) this.enqueue({ time, body: this.#framed(json), tail: NOTHING })
  }

  protected override join(): bigint {
    this.#host.join(this)
    return this.#host.runtime.position
  }

  protected override sendPending(sink: SharingSink, now: Now): void {
    const warning = this.#warnings.due(this.waitingBytes, now)
    if (warning !== undefined)
      this.send(sink, [{ time: now, body: this.#framed(warning), tail: NOTHING }], now)
    super.sendPending(sink, now)
  }

  /** Streams of v1.1 have no history. */
  protected override sendHistory(): void {}

  #framed(json: string): Buffer {
    return Buffer.from(this.session.request.format.frame(json))
  }
}
