/**
 * One connection to a post stream. Posts that wait for the client are in a window of limited size, as references to
 * data that all connections share. When a client does not read, its window overflows and the connection is closed.
 */
import { isItemFailure } from '../../db/errors.ts'
import type { SharingSink } from '../../http/stream-response.ts'
import type { LeaseHolder, Reservation } from '../admission.ts'
import type { Now } from '../flush-batch.ts'
import type { History } from '../history.ts'
import type { OutgoingMessage } from '../send-window.ts'
import { WindowConnection, type WindowHost } from '../window-connection.ts'
import type { OwnCloseReason } from './reasons.ts'
import type { Session } from './session.ts'
import type { StreamedPost } from './streamed-post.ts'
import { partOf } from './streams.ts'

/** A post, and the end of its message for one connection; the end lists the rules of the connection that matched. */
export interface Delivery {
  readonly post: StreamedPost
  /** The end of the message: the part after the shared body, including the line break. */
  readonly tail: Buffer
}

/** The objects and functions that all connections share. */
export interface PostConnectionHost extends WindowHost<OwnCloseReason> {
  /** Passes every later post to a connection. */
  join(connection: PostConnection): void
  /** Called for a post that cannot be rendered for a connection. The connection continues without the post. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void
}

export class PostConnection
  extends WindowConnection<OwnCloseReason, readonly Delivery[]>
  implements LeaseHolder
{
  readonly session: Session
  readonly #host: PostConnectionHost

  constructor(host: PostConnectionHost, session: Session, history: History<readonly Delivery[]> | undefined) {
    const { format, isGzip } = session.request
    super(host, { format, history, isGzip })
    this.session = session
    this.#host = host
  }

  override get part(): string {
    return partOf(this.session.request)
  }

  override get appId(): bigint {
    return this.session.request.appId
  }

  override get sendsPosts(): boolean {
    return true
  }

  override get reservation(): Reservation {
    return this.session.reservation
  }

  /**
   * Called when another process has taken over the lease of this connection, because it has admitted a newer
   * connection of the app.
   */
  leaseLost(): void {
    this.close('displaced')
  }

  /** Adds a post to the window. If the waiting messages are too large or too old, the connection is closed. */
  push(post: StreamedPost, tail: Buffer): void {
    if (this.isClosing) return
    const message = this.#messageOf({ post, tail })
    if (message !== undefined) this.enqueue(message)
  }

  protected override join(): bigint {
    this.#host.join(this)
    return this.#host.runtime.position
  }

  protected override sendHistory(sink: SharingSink, deliveries: readonly Delivery[], now: Now): void {
    this.send(
      sink,
      deliveries.flatMap((delivery) => this.#messageOf(delivery) ?? []),
      now,
    )
  }

  /** Sends as many messages as the monthly cap allows. */
  protected override send(sink: SharingSink, messages: readonly OutgoingMessage[], now: Now): void {
    const granted = this.session.counter?.take(messages.length) ?? messages.length
    super.send(sink, granted < messages.length ? messages.slice(0, granted) : messages, now)
    if (granted < messages.length) this.close('capped')
  }

  /** The message for a post; undefined for a post that cannot be rendered. */
  #messageOf({ post, tail }: Delivery): OutgoingMessage | undefined {
    const { rendering, start } = this.session.request
    try {
      return { time: post, body: post.body(rendering, start.sendsPositions), tail }
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.#host.leftOut({ postId: post.view.post.id, position: post.position }, error)
      return undefined
    }
  }
}
