/** One connection to a v1.1 stream. The connection sends posts, up to a limit per second, and notices. */
import { isItemFailure } from '../../db/errors.ts'
import type { PostView } from '../../domain/posts/read/post-view.ts'
import type { SharingSink } from '../../http/stream-response.ts'
import type { Reservation } from '../admission.ts'
import type { Now } from '../flush-batch.ts'
import { LiveIds } from '../live-ids.ts'
import { SecondCap } from '../posts/second-cap.ts'
import type { StreamedPost } from '../posts/streamed-post.ts'
import { WindowConnection, type WindowHost } from '../window-connection.ts'
import { limitNotice } from './notices.ts'
import type { OwnCloseReason } from './reasons.ts'
import { StallWarnings } from './stall-warnings.ts'
import { partOf, type StatusStreamRequest } from './streams.ts'

export interface StatusConnectionHost extends WindowHost<OwnCloseReason> {
  /** Passes every later post to a connection. */
  join(connection: StatusConnection): void
  /** Called for a post that cannot be rendered for a connection. The connection continues without the post. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void
}

/** The resources of a connection. */
export interface StatusSession {
  /** Number of the connection, unique among all connections including ended ones. */
  readonly id: bigint
  readonly request: StatusStreamRequest
  readonly reservation: Reservation
  /** Maximum posts per second; Infinity for no limit. */
  readonly maxPerSecond: number
}

const END_OF_POST = Buffer.from('}\r\n')
const NOTHING = Buffer.alloc(0)

export class StatusConnection extends WindowConnection<OwnCloseReason, never> {
  readonly session: StatusSession
  readonly blockers: LiveIds = new LiveIds()
  readonly #host: StatusConnectionHost
  readonly #cap: SecondCap
  /**
   * True after the `stream.opened` event of this connection was read from the log. Such an event of another connection
   * of the same user and app displaces this connection only if it comes later in the log.
   */
  isAnnounced = false
  #reported = 0
  readonly #warnings: StallWarnings

  constructor(host: StatusConnectionHost, session: StatusSession) {
    const { format, isGzip } = session.request
    super(host, { format, history: undefined, isGzip })
    this.session = session
    this.#host = host
    this.#cap = new SecondCap(session.maxPerSecond)
    this.#warnings = new StallWarnings(session.request.wantsWarnings)
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
   * False for posts in languages that the client did not request, for posts below the requested filter level, and for
   * posts of users who block the user of the connection; such a user may also be the author of the original post or of
   * a quoted post. False for every post until the blocks have been read.
   */
  accepts({ post, author, original, quoted }: PostView): boolean {
    const { blockers } = this
    const { languages, verifiedOnly } = this.session.request
    if (!blockers.isReady) return false
    const authors = [author, original?.author, quoted?.author, original?.quoted?.author]
    if (authors.some((each) => each !== undefined && blockers.has(each.id))) return false
    if (verifiedOnly && !author.profile.isVerified) return false
    const { lang } = (original?.post ?? post).content
    return languages.size === 0 || (lang !== undefined && languages.has(lang.toLowerCase()))
  }

  /**
   * Adds a post to the window. A post beyond the maximum per second is not added; it is counted as undelivered.
   * @returns false when the post was not added
   */
  offer(post: StreamedPost): boolean {
    if (this.isClosing) return false
    if (this.#cap.take(post.at, 1) === 0) {
      this.dropped += 1
      return false
    }
    const body = this.#bodyOf(post)
    if (body === undefined) return false
    this.enqueue({ time: post, body, tail: END_OF_POST })
    return true
  }

  /** Adds a message that is not a post. @param json text of the message */
  notify(json: string, time: Now): void {
    if (!this.isClosing) this.enqueue({ time, body: this.#framed(json), tail: NOTHING })
  }

  override tick(now: number): void {
    if (this.dropped > this.#reported) {
      this.#reported = this.dropped
      this.notify(limitNotice(this.dropped), this.now())
      this.flush(this.now())
    }
    super.tick(now)
  }

  protected override join(): bigint {
    this.#host.join(this)
    return this.#host.runtime.position
  }

  protected override sendPending(sink: SharingSink, now: Now): void {
    this.#warn(sink, now)
    super.sendPending(sink, now)
  }

  /** Streams of v1.1 have no history. */
  protected override sendHistory(): void {}

  /**
   * The warning is sent before the waiting messages. After these messages, a slow client would read the warning too
   * late.
   */
  #warn(sink: SharingSink, now: Now): void {
    const warning = this.#warnings.due(this.waitingBytes, now)
    if (warning !== undefined)
      this.send(sink, [{ time: now, body: this.#framed(warning), tail: NOTHING }], now)
  }

  #framed(json: string): Buffer {
    return Buffer.from(this.session.request.format.frame(json))
  }

  /** The rendered post; undefined for a post that cannot be rendered. */
  #bodyOf(post: StreamedPost): Buffer | undefined {
    try {
      return post.body(this.session.request.rendering, false)
    } catch (error) {
      if (!isItemFailure(error)) throw error
      this.#host.leftOut({ postId: post.view.post.id, position: post.position }, error)
      return undefined
    }
  }
}
