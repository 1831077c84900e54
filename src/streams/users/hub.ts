/**
 * Runs the user and site streams of a process (spec/retired-endpoints.md#user-and-site-streams). The hub sends each
 * event of the log to the viewers that may receive it.
 *
 * A viewer is a user whose messages a connection sends. Each message is rendered for one viewer, and shows only posts
 * and users that this viewer may see. Invariant: over all nodes, only the newest user stream of a user and app stays
 * open. The newest user stream is the one with the last `stream.opened` event in the log.
 */
import { isItemFailure } from '../../db/errors.ts'
import type { Context } from '../../domain/context.ts'
import { announceStream } from '../../domain/streams/announce-stream.ts'
import type { LogEntry, LoggedEvent } from '../../log/event.ts'
import { listViews, type PostGraphServices } from '../../views/load-post-views.ts'
import { FlushBatch } from '../flush-batch.ts'
import { type Admitted, type RuntimeOptions, StreamRuntime } from '../runtime.ts'
import type { OwnCloseReason } from '../statuses/reasons.ts'
import { sizeOf } from '../statuses/subscriptions.ts'
import { Audience } from './audience.ts'
import { type UserConnectionHost, UserStreamConnection } from './connection.ts'
import { applyEffect } from './effects.ts'
import type { UserStreamRefusal, UserStreamRequest, UserStreams } from './streams.ts'
import type { Viewer } from './viewer.ts'
import { beginViewers, removeRevoked } from './viewer-reads.ts'

export interface UserHubOptions
  extends Pick<RuntimeOptions, 'log' | 'logger' | 'observer' | 'connectionLog' | 'tracing'>,
    Pick<Context, 'store' | 'clock' | 'random' | 'ids'> {
  readonly graph: PostGraphServices
}

/**
 * Maximum viewers of all connections of a process. The number is limited, because each viewer is compared with every
 * post.
 */
export const MAX_VIEWERS = 5_000

/** Maximum phrases and boxes of all connections of a process. */
const MAX_FILTERS = 100_000

const PUMP_OPTIONS = {
  batchSize: 100,
  failureMessage: 'the user streams have ended: the log cannot be read',
}

const NO_NEEDS = { repliedTo: false, named: false }

export class UserStreamHub implements UserStreams, UserConnectionHost {
  readonly runtime: StreamRuntime<OwnCloseReason, UserStreamConnection>
  readonly flushBatch: FlushBatch = new FlushBatch()
  readonly observer: UserHubOptions['observer']
  readonly #options: UserHubOptions
  readonly #audience: Audience

  constructor(options: UserHubOptions) {
    this.#options = options
    const { log, clock, logger, observer, random, connectionLog, tracing } = options
    this.observer = observer
    this.#audience = new Audience(random(4).readUInt32LE())
    this.runtime = new StreamRuntime(
      { log, clock, logger, observer, connectionLog, tracing, maxConnections: 1, ...PUMP_OPTIONS },
      {
        handle: (batch) => this.#handle(batch),
        released: (connection) => this.#audience.leave(connection),
        tick: () => this.#closeRetired(),
      },
    )
  }

  get position(): bigint {
    return this.runtime.position
  }

  /** Viewers of the open connections. */
  get viewers(): number {
    return this.#audience.viewers
  }

  async admit(request: UserStreamRequest): Promise<Admitted | UserStreamRefusal> {
    const { store, ids, clock } = this.#options
    this.runtime.requireReadable()
    if (this.runtime.isClosing) return 'stopping'
    const filters = request.filter === undefined ? 0 : sizeOf(request.filter)
    if (this.#audience.viewers + request.viewers.length > MAX_VIEWERS) return 'full'
    if (this.#audience.filters + filters > MAX_FILTERS) return 'full'
    const id = await ids.make()
    const reservation = this.runtime.admission.reserve(`users ${id}`)
    if (reservation === undefined) return 'full'
    const connection = new UserStreamConnection(this, { id, request, reservation })
    // The connection receives events from the log before the follows are read. Therefore it misses no later follow.
    const admitted = this.runtime.attach(connection)
    try {
      await beginViewers(store, connection)
      if (request.product === 'user') {
        const { userId, appId } = request
        await announceStream({ store, clock }, { userId, appId, streamId: id, product: 'user' })
      }
    } catch (error) {
      admitted.release()
      throw error
    }
    return admitted
  }

  /** A connection calls this function when it begins to receive new events. */
  join(connection: UserStreamConnection): void {
    this.#audience.join(connection)
  }

  /**
   * Sends to every connection all events that were committed before this call. Then ends the connections with a reason,
   * and stops.
   */
  close(): Promise<void> {
    return this.runtime.close()
  }

  async #handle(batch: readonly LogEntry[]): Promise<void> {
    for (const event of batch) {
      if (this.#audience.isEmpty) return
      if (event.kind !== 'unreadable') await this.#take(event)
    }
    const { clock } = this.#options
    this.flushBatch.flush({ at: clock.now(), since: clock.monotonic() })
  }

  /** An event whose data causes an error is skipped and logged. */
  async #take(event: LoggedEvent): Promise<void> {
    try {
      if (event.kind === 'token.revoked') await removeRevoked(this.#options.store, event, this.#audience)
      const recipients = this.#audience.recipientsOf(event, await this.#filteredView(event))
      for (const [viewer, hasPost] of recipients) await this.#send(event, viewer, hasPost)
    } catch (error) {
      if (!isItemFailure(error)) throw error
      const { position, kind } = event
      const { logger } = this.#options
      logger.error({ event: 'user_stream_event_skipped', position: String(position), kind, err: error })
    }
    applyEffect(event, this.#audience)
  }

  async #send(event: LoggedEvent, viewer: Viewer, hasPost: boolean): Promise<void> {
    const { connection, request, followed } = viewer
    if (!followed.isReady || !connection.isOpen) return
    const { messagesOf, addressed } = connection.session.request
    const messages = await messagesOf(event, request, hasPost)
    for (const json of messages) connection.notify(addressed(viewer.userId, json))
    if (event.kind === 'post.created' && messages.length > 0)
      this.#audience.delivered({ id: event.post_id, authorId: event.user_id }, viewer)
  }

  /** The public post of an event, if at least one connection filters posts. */
  async #filteredView(event: LoggedEvent) {
    if (event.kind !== 'post.created' || this.#audience.filters === 0) return undefined
    const [view] = await listViews(this.#options.graph, [event.post_id], NO_NEEDS)
    return view
  }

  #closeRetired(): void {
    for (const connection of this.runtime.connections) {
      if (connection.session.request.isRetired()) connection.close('retired')
    }
  }
}
