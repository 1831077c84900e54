/**
 * Runs the v1.1 streams of a process (spec/v1-streams-and-lists.md#filter-and-sample). The hub passes each post of
 * the log to the matching connections. It passes each notice about a post to the connections that have sent this
 * post.
 *
 * Invariant: over all nodes, only the newest connection of a user and app stays open. The newest connection is the one
 * with the last `stream.opened` event in the log.
 */
import type { Context } from '../../domain/context.ts'
import { blockersOf } from '../../domain/graph/blockers.ts'
import { announceStream } from '../../domain/streams/announce-stream.ts'
import type { LogEntry } from '../../log/event.ts'
import type { Failures } from '../../log/failures.ts'
import type { PostGraphServices } from '../../views/load-post-views.ts'
import { FlushBatch } from '../flush-batch.ts'
import { BatchViews, type Views } from '../posts/batch-views.ts'
import { leftOutFailure, type OnLeftOut } from '../posts/left-out.ts'
import { type Admitted, type RuntimeOptions, StreamRuntime } from '../runtime.ts'
import { Audience } from './audience.ts'
import { StatusConnection, type StatusConnectionHost, type StatusSession } from './connection.ts'
import type { OwnCloseReason } from './reasons.ts'
import type { StatusRefusal, StatusStreamRequest, StatusStreams } from './streams.ts'
import { sizeOf } from './subscriptions.ts'

export interface StatusHubOptions
  extends Pick<RuntimeOptions, 'log' | 'logger' | 'observer' | 'connectionLog' | 'tracing'>,
    Pick<Context, 'store' | 'clock' | 'random' | 'ids'> {
  readonly graph: PostGraphServices
  /** Records skipped posts; when undefined, nothing is recorded. */
  readonly failures?: Failures | undefined
  /** Maximum posts per second of a connection; Infinity for no limit. */
  readonly maxPerSecond: number
}

/** Maximum phrases, users and boxes of all connections of a process; one connection may have up to 5,425. */
export const MAX_FILTERS = 1_000_000

/**
 * Maximum number of users who block the user of a connection. The limit is needed because the connection keeps these
 * users in memory.
 */
export const MAX_BLOCKERS = 100_000

const PUMP_OPTIONS = {
  batchSize: 100,
  failureMessage: 'the v1.1 streams have ended: the log cannot be read',
}

export class StatusHub implements StatusStreams, StatusConnectionHost {
  readonly runtime: StreamRuntime<OwnCloseReason, StatusConnection>
  readonly flushBatch: FlushBatch = new FlushBatch()
  readonly #options: StatusHubOptions
  readonly #views: BatchViews
  readonly #audience: Audience
  readonly #onLeftOut: OnLeftOut

  constructor(options: StatusHubOptions) {
    this.#options = options
    const { log, clock, logger, observer, random, graph, connectionLog, tracing } = options
    this.#onLeftOut = (left, error) => options.failures?.recordSoon(leftOutFailure(left, error))
    this.#audience = new Audience(random(4).readUInt32LE(), this.#onLeftOut)
    this.#views = new BatchViews(graph, this.#onLeftOut, this.#target())
    this.runtime = new StreamRuntime(
      { log, clock, logger, observer, connectionLog, tracing, maxConnections: 1, ...PUMP_OPTIONS },
      {
        handle: (batch) => this.#views.handle(batch),
        released: (connection) => this.#audience.leave(connection),
        tick: () => this.#closeRetired(),
      },
    )
  }

  get observer(): StatusHubOptions['observer'] {
    return this.#options.observer
  }

  get position(): bigint {
    return this.runtime.position
  }

  /** Number of phrases, users and boxes of the open connections. */
  get filters(): number {
    return this.#audience.filters
  }

  async admit(request: StatusStreamRequest): Promise<Admitted | StatusRefusal> {
    const { store, ids, clock, maxPerSecond } = this.#options
    this.runtime.requireReadable()
    if (this.runtime.isClosing) return 'stopping'
    const size = request.filter === undefined ? 0 : sizeOf(request.filter)
    if (this.#audience.filters + size > MAX_FILTERS) return 'full'
    const id = await ids.make()
    const reservation = this.runtime.admission.reserve(`statuses ${id}`)
    if (reservation === undefined) return 'full'
    const session: StatusSession = { id, request, reservation, maxPerSecond }
    const connection = new StatusConnection(this, session)
    // The connection receives events from the log before the blocks are read. Therefore it misses no later block.
    const admitted = this.runtime.attach(connection)
    try {
      const blockers = await blockersOf(store, request.userId, MAX_BLOCKERS + 1)
      if (blockers.length > MAX_BLOCKERS) {
        admitted.release()
        return 'full'
      }
      connection.blockers.begin(blockers)
      await announceStream({ store, clock }, { userId: request.userId, appId: request.appId, streamId: id })
    } catch (error) {
      admitted.release()
      throw error
    }
    return admitted
  }

  /** A connection calls this function when it reaches the present. */
  join(connection: StatusConnection): void {
    this.#audience.join(connection)
  }

  /** A connection calls this function for a post that cannot be rendered. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void {
    this.#onLeftOut(post, error)
  }

  /**
   * Sends to every connection all events that were committed before this call. Then ends the connections with a reason,
   * and stops.
   */
  close(): Promise<void> {
    return this.runtime.close()
  }

  #target() {
    const audience = this.#audience
    return {
      get joins() {
        return audience.joins
      },
      wants: (postId: bigint) => audience.wants(postId),
      needs: () => ({ repliedTo: false, named: false }),
      take: (events: readonly LogEntry[], views: Views) => this.#take(events, views),
    }
  }

  #take(events: readonly LogEntry[], views: Views): void {
    if (this.#audience.isEmpty) return
    const { clock } = this.#options
    const now = { at: clock.now(), since: clock.monotonic() }
    for (const [index, event] of events.entries()) {
      if (event.kind !== 'unreadable') this.#audience.take(event, views[index], now)
    }
    this.flushBatch.flush(now)
  }

  #closeRetired(): void {
    for (const connection of this.runtime.connections) {
      if (connection.session.request.isRetired()) connection.close('retired')
    }
  }
}
