/**
 * The post streams of a process: connections are let in, begun, counted and ended here.
 *
 * Invariant: a connection is given every post after its start that it is for, in the order of the log and once, save
 * those beyond the cap of a second; whatever ends it but its client is told in the stream and counted by its reason.
 */
import { type Context, Refusal } from '../../domain/context.ts'
import { findRules, type RuleProduct } from '../../domain/rules/rule.ts'
import { addRuleCounts } from '../../domain/rules/rule-counts.ts'
import { type UsageProduct, usageAccountOf } from '../../domain/usage/usage.ts'
import type { LoggedEvent } from '../../events/event.ts'
import type { StreamBody, StreamObserver } from '../../http/stream-response.ts'
import type { Channel } from './channel.ts'
import { PostConnection, TICK_MS } from './connection.ts'
import { LogHistory } from './history.ts'
import { Matching } from './matching.ts'
import { Pump, type PumpOptions, type Views } from './pump.ts'
import type { CloseReason } from './reasons.ts'
import { StreamedPost } from './streamed-post.ts'
import type { Admitted, PostStreams, Refused, StreamLog, StreamRequest } from './streams.ts'
import { type UsageCounter, UsageMeter } from './usage-meter.ts'

export interface PostHubOptions extends PumpOptions, Pick<Context, 'store' | 'random'> {
  readonly observer: StreamObserver
  /** Posts that a connection is sent in a second, and an app in a month; Infinity for no end. */
  readonly mostInSecond: number
  readonly mostInMonth: number
}

/** Posts of a second that a connection is sent [S]. */
export const POSTS_IN_SECOND = 50

/** What is known of a connection while it lasts. */
interface Live {
  readonly connection: PostConnection
  readonly request: StreamRequest
}

const USAGE: Readonly<Record<RuleProduct, UsageProduct>> = { 'labs-1': 'labs-1-stream', '2': '2' }

/** What changes of an app end its connections. */
const REVOKING: ReadonlySet<string> = new Set(['suspended', 'bearer_invalidated', 'bearer_regenerated'])

export class PostHub implements PostStreams {
  readonly #options: PostHubOptions
  readonly #matching: Matching
  readonly #meter: UsageMeter
  readonly #pump: Pump
  /** Places that are taken, by product, kind and app. */
  readonly #taken = new Set<string>()
  readonly #live = new Set<Live>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stopTicks: () => void
  #storing: Promise<void> | undefined
  #isClosing = false

  constructor(options: PostHubOptions) {
    this.#options = options
    const { store, clock, random, mostInSecond, mostInMonth } = options
    const matching = new Matching(clock, random(4).readUInt32LE(), mostInSecond)
    this.#matching = matching
    this.#meter = new UsageMeter(store, clock, mostInMonth)
    this.#pump = new Pump(options, {
      get joins() {
        return matching.joins
      },
      wants: (postId) => matching.wants(postId),
      needs: () => this.#needs(),
      tell: (event, views) => this.#tell(event, views),
      lose: (reason) => this.#closeAll(reason),
    })
    this.#stopTicks = clock.every(TICK_MS, () => this.#tick())
  }

  get position(): bigint {
    return this.#pump.position
  }

  get log(): StreamLog {
    return this.#options.log
  }

  /** Posts that were dropped because a second had too many. */
  get dropped(): number {
    return this.#matching.dropped
  }

  /** Rules that posts are matched by now. */
  get rules(): number {
    return this.#matching.rules
  }

  async admit(request: StreamRequest): Promise<Admitted | Refused> {
    if (this.#pump.failure !== undefined) throw this.#pump.failure
    if (this.#isClosing) return 'stopping'
    const { product, kind, appId } = request
    const place = `${product} ${kind} ${appId}`
    if (this.#taken.has(place)) return 'connected-already'
    this.#taken.add(place)
    const given: (() => void)[] = [() => this.#taken.delete(place)]
    try {
      const counter = kind === 'filter' ? await this.#counter(product, appId) : undefined
      if (counter !== undefined) given.push(() => counter.release())
      if (counter?.isSpent === true) {
        giveBack(given)
        return 'month-spent'
      }
      const channel = kind === 'filter' ? await this.#openChannel(request) : undefined
      if (channel !== undefined) given.push(() => this.#matching.close(channel))
      return await this.#connect(request, counter, channel, given)
    } catch (error) {
      giveBack(given)
      throw error
    }
  }

  /** Ends every connection as it should end, with all that was acknowledged before, and stops. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#stopTicks()
    await this.log.catchUp().catch(() => undefined)
    await this.#pump.reach(this.log.head)
    this.#closeAll('restart')
    await Promise.allSettled([this.#pump.stop(), ...this.#running])
    await this.#storing
    await this.#store()
  }

  async #counter(product: RuleProduct, appId: bigint): Promise<UsageCounter | undefined> {
    const account = await usageAccountOf(this.#options.store, appId, USAGE[product]).catch((error) => {
      // The app went while it connected: its token is good for nothing more.
      if (error instanceof Refusal) return undefined
      throw error
    })
    return account === undefined ? undefined : this.#meter.open(account)
  }

  /** The channel of an app with its rules, as they stand where the pump is when it returns. */
  async #openChannel({ appId, product }: StreamRequest): Promise<Channel> {
    const channel = this.#matching.open({ appId, product })
    try {
      const rules = await findRules(this.#options.store, { appId, product })
      // What was read is of some position before the head: changes up to there are known when the pump has come so far.
      await this.log.catchUp()
      await this.#pump.reach(this.log.head)
      channel.begin(rules)
      return channel
    } catch (error) {
      this.#matching.close(channel)
      throw error
    }
  }

  /** @param given what is to be given back in the end */
  async #connect(
    request: StreamRequest,
    counter: UsageCounter | undefined,
    channel: Channel | undefined,
    given: (() => void)[],
  ): Promise<Admitted> {
    const { after } = request.start
    if (after !== undefined) await this.#pump.reach(after)
    const connection = this.#connection(request, counter, channel)
    const live = { connection, request }
    this.#live.add(live)
    given.push(
      () => this.#matching.leave(connection),
      () => this.#live.delete(live),
    )
    if (after === undefined) this.#matching.join(connection, channel)
    if (this.#isClosing) connection.close('restart')
    const release = () => giveBack(given)
    const part = `${request.product} ${request.kind}`
    return { position: after ?? this.position, body: this.#body(connection, part, release), release }
  }

  #body(connection: PostConnection, part: string, release: () => void): StreamBody {
    return async (sink) => {
      const { observer } = this.#options
      observer.opened(part)
      const run = connection.run(sink).finally(release)
      this.#running.add(run)
      let reason: CloseReason = 'failure'
      try {
        reason = await run
      } finally {
        this.#running.delete(run)
        observer.closed(part, reason)
      }
    }
  }

  #connection(
    request: StreamRequest,
    counter: UsageCounter | undefined,
    channel: Channel | undefined,
  ): PostConnection {
    const { clock, observer } = this.#options
    const history = () => this.#history(request, channel, () => this.#matching.join(connection, channel))
    const connection: PostConnection = new PostConnection({
      clock,
      observer,
      rendering: request.rendering,
      base: request.base,
      start: request.start,
      isGzip: request.isGzip,
      history: request.start.after === undefined ? undefined : history(),
      take: (posts) => counter?.take(posts) ?? posts,
    })
    return connection
  }

  #history({ kind, start }: StreamRequest, channel: Channel | undefined, join: () => void): LogHistory {
    const { clock, log, mostInSecond } = this.#options
    const source = {
      clock,
      join,
      readAfter: (position: bigint, most: number) => log.readAfter(position, most),
      position: () => this.position,
      views: (ids: readonly bigint[]) => this.#pump.views(ids),
    }
    return new LogHistory(source, {
      of: channel,
      rules: () => channel?.rules ?? [],
      after: start.after ?? this.position,
      mostInSecond: kind === 'filter' ? mostInSecond : Number.POSITIVE_INFINITY,
    })
  }

  #closeAll(reason: CloseReason): void {
    for (const { connection } of this.#live) connection.close(reason)
  }

  #needs() {
    let [repliedTo, named] = [false, false]
    for (const { request } of this.#live) {
      repliedTo ||= request.rendering.needs.repliedTo
      named ||= request.rendering.needs.named
    }
    return { repliedTo, named }
  }

  #tell(event: LoggedEvent, views: Views | undefined): void {
    switch (event.kind) {
      case 'post.created': {
        const view = views?.get(event.post_id)
        if (view !== undefined) this.#matching.give(new StreamedPost(view, event))
        return
      }
      case 'rule.added':
      case 'rule.deleted':
        this.#matching.change(event)
        return
      case 'app.changed':
        if (REVOKING.has(event.change)) this.#revoke(event.app_id)
    }
  }

  #revoke(appId: bigint): void {
    for (const { connection, request } of this.#live) {
      if (request.appId === appId) connection.close('revoked')
    }
  }

  #tick(): void {
    const retired = new Map<string, boolean>()
    for (const { connection, request } of this.#live) {
      const what = `${request.product} ${request.kind}`
      const isRetired = retired.get(what) ?? request.isRetired()
      retired.set(what, isRetired)
      if (isRetired) connection.close('retired')
      else connection.tick()
    }
    this.#storing ??= this.#store().finally(() => {
      this.#storing = undefined
    })
  }

  /** Brings what was counted into the database. Never rejects: what could not be stored is tried again. */
  async #store(): Promise<void> {
    await this.#meter.turn()
    const counts = this.#matching.takeCounts()
    await addRuleCounts(this.#options.store, counts).catch(() => this.#matching.putBack(counts))
  }
}

/** Once: what was given back is forgotten. */
function giveBack(given: (() => void)[]): void {
  for (const give of given.splice(0).reverse()) give()
}
