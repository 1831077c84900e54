/**
 * Runs the post streams of a process. The hub passes each post of the log to the matching connections, and applies
 * each change of rules and apps to the connections of the app.
 *
 * Invariant: a connection sends every later post that matches, once and in the order of the log, except posts beyond
 * the limit per second. At the end, it sends the reason, unless the client has closed the connection.
 */

import { LIMITS_OF_LEVEL } from '../../domain/apps/levels.ts'
import type { Context } from '../../domain/context.ts'
import type { RuleProduct, RuleSet } from '../../domain/rules/rule.ts'
import type { LogEntry, LoggedEvent } from '../../log/event.ts'
import { FlushBatch, type Now } from '../flush-batch.ts'
import { type Admitted, type RuntimeOptions, StreamRuntime } from '../runtime.ts'
import { Admitter } from './admit.ts'
import { BatchViews, type Views } from './batch-views.ts'
import type { MatchObserver } from './channel.ts'
import type { PostConnection, PostConnectionHost } from './connection.ts'
import { Isolation, type IsolationParts } from './isolation.ts'
import { Matching } from './matching.ts'
import type { OwnCloseReason } from './reasons.ts'
import type { PostStreams, Refused, StreamRequest } from './streams.ts'
import { UsageMeter } from './usage-meter.ts'

export interface PostHubOptions
  extends Pick<RuntimeOptions, 'log' | 'logger' | 'observer' | 'connectionLog' | 'tracing'>,
    IsolationParts,
    Pick<Context, 'store' | 'clock' | 'random'> {
  /** The limits of posts per second and per month are multiplied by this factor; Infinity for no limits. */
  readonly scale: number
  /** Limits the connections of an app over all nodes; when undefined, only the connections of this process count. */
  readonly cluster?: RuntimeOptions['cluster']
}

/** Maximum posts per second of a connection. In API v2, the access level of the app determines the maximum instead. */
export const MAX_POSTS_PER_SECOND = LIMITS_OF_LEVEL.standard.postsPerSecond

const PUMP_OPTIONS = {
  /** Maximum events of a batch. The posts of a batch are read together. */
  batchSize: 100,
  failureMessage: 'post streams have ended: the log cannot be read',
}

export class PostHub implements PostStreams, PostConnectionHost {
  readonly runtime: StreamRuntime<OwnCloseReason, PostConnection>
  readonly flushBatch: FlushBatch = new FlushBatch()
  readonly #options: PostHubOptions
  readonly #isolation: Isolation
  readonly #matching: Matching
  readonly #meter: UsageMeter
  readonly #views: BatchViews
  readonly #admitter: Admitter
  #storing: Promise<void> | undefined

  constructor(options: PostHubOptions) {
    this.#options = options
    const { store, clock, random, scale, failures } = options
    this.#isolation = new Isolation(options, () =>
      [...this.runtime.connections].map(({ session }) => session.request.rendering),
    )
    const { onLeftOut } = this.#isolation
    const matching = new Matching(random(4).readUInt32LE())
    this.#matching = matching
    this.#meter = new UsageMeter(store, clock, ({ cap }) => cap * scale, failures)
    this.#views = new BatchViews(options.graph, onLeftOut, {
      get joins() {
        return matching.joins
      },
      wants: (postId) => matching.wants(postId),
      needs: () => this.#needs(),
      take: (events, views) => this.#take(events, views),
    })
    const { log, logger, observer, cluster, connectionLog, tracing } = options
    this.runtime = new StreamRuntime(
      { log, clock, logger, observer, cluster, connectionLog, tracing, maxConnections: 1, ...PUMP_OPTIONS },
      {
        handle: (batch) => this.#views.handle(batch),
        released: (connection) => this.#release(connection),
        tick: () => this.#tick(),
      },
    )
    const { runtime } = this
    const [meter, views] = [this.#meter, this.#views]
    this.#admitter = new Admitter({ store, host: this, runtime, matching, meter, views, onLeftOut, scale })
  }

  get observer(): PostHubOptions['observer'] {
    return this.#options.observer
  }

  get position(): bigint {
    return this.runtime.position
  }

  get log(): PostHubOptions['log'] {
    return this.#options.log
  }

  /** Number of posts that were dropped because of the limit per second. */
  get dropped(): number {
    return this.#matching.dropped
  }

  /** Number of active rules. */
  get rules(): number {
    return this.#matching.rules
  }

  admit(request: StreamRequest): Promise<Admitted | Refused> {
    return this.#admitter.admit(request)
  }

  async watch(of: RuleSet, observer: MatchObserver): Promise<() => void> {
    this.runtime.requireReadable()
    const channel = await this.#admitter.openChannel(of, Number.POSITIVE_INFINITY)
    this.#matching.watch(channel, observer)
    return () => this.#matching.close(channel)
  }

  /** A connection calls this function when it reaches the present. */
  join(connection: PostConnection): void {
    this.#matching.join(connection, connection.session.channel)
  }

  /** A connection calls this function for a post that cannot be rendered. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void {
    this.#isolation.onLeftOut(post, error)
  }

  /**
   * Sends to every connection all events that were committed before this call. Then ends the connections with a reason,
   * and stops.
   */
  async close(): Promise<void> {
    await this.runtime.close()
    await this.#storing
    await this.#store()
  }

  #release(connection: PostConnection): void {
    this.#matching.leave(connection)
    this.#admitter.free(connection.session)
  }

  #needs() {
    let [repliedTo, named] = [false, false]
    for (const { session } of this.runtime.connections) {
      repliedTo ||= session.request.rendering.needs.repliedTo
      named ||= session.request.rendering.needs.named
    }
    return { repliedTo, named }
  }

  #take(events: readonly LogEntry[], views: Views): void {
    const { clock } = this.#options
    const now = { at: clock.now(), since: clock.monotonic() }
    for (const [index, event] of events.entries()) {
      this.#isolation.attempt(event, (readable) => this.#takeOne(readable, views[index], now))
    }
    this.flushBatch.flush(now)
  }

  #takeOne(event: LoggedEvent, view: Views[number], now: Now): void {
    const revoked = this.#matching.take(event, view, now)
    if (revoked !== undefined) this.#revoke(revoked.appId, revoked.product)
  }

  /** @param product the product whose streams are affected; undefined for all products */
  #revoke(appId: bigint, product?: RuleProduct): void {
    for (const connection of this.runtime.connections) {
      const { request } = connection.session
      const isMeant = request.appId === appId && (product === undefined || request.product === product)
      if (isMeant) connection.close('revoked')
    }
  }

  #tick(): void {
    for (const connection of this.runtime.connections) {
      if (connection.session.request.isRetired()) connection.close('retired')
    }
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined
    })
  }

  /** Stores counts. Never rejects, because counts that could not be stored are stored later. */
  async #store(): Promise<void> {
    await this.#meter.sync().catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'usage could not be stored; it is stored again later')
    })
    const counts = new Set(this.#matching.takeCounts())
    await this.#isolation.storeCounts(counts).catch((error: unknown) => {
      this.#matching.putBack([...counts])
      this.#options.logger.error(
        { err: error },
        'counts of rules could not be stored; they are stored again later',
      )
    })
  }
}
