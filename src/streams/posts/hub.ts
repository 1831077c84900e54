/**
 * The post streams of a process: connections are let in, begun, counted and ended here.
 *
 * Invariant: a connection is given every post after its start that it is for, in the order of the log and once, save
 * those beyond the cap of a second; whatever ends it but its client is told in the stream and counted by its reason.
 */

import type { Context } from '../../domain/context.ts'
import { findRules, type RuleProduct } from '../../domain/rules/rule.ts'
import type { StreamBody, StreamObserver } from '../../http/stream-response.ts'
import type { LogEntry, LoggedEvent } from '../../log/event.ts'
import type { Channel } from './channel.ts'
import { type ConnectionHost, PostConnection, TICK_MS } from './connection.ts'
import { LogHistory } from './history.ts'
import { Isolation, type IsolationParts } from './isolation.ts'
import { Matching } from './matching.ts'
import { Pump, type PumpOptions, type Views } from './pump.ts'
import type { CloseReason } from './reasons.ts'
import { type Now, Round } from './round.ts'
import { Shared } from './shared.ts'
import type { Admitted, Places, PostStreams, Refused, StreamLog, StreamRequest } from './streams.ts'
import { type UsageCounter, UsageMeter } from './usage-meter.ts'

export interface PostHubOptions
  extends Omit<PumpOptions, 'onLeftOut'>,
    IsolationParts,
    Pick<Context, 'store' | 'clock' | 'random'> {
  readonly observer: StreamObserver
  /** Posts that a connection is sent in a second, and an app in a month; Infinity for no end. */
  readonly mostInSecond: number
  readonly mostInMonth: number
  /** Where several processes share a database; otherwise every place is of this process. */
  readonly places?: Places | undefined
}

/** Posts of a second that a connection is sent [S]. */
export const POSTS_IN_SECOND = 50

/** What a connection holds from the moment at which its place is taken, to be given back once. */
interface Held {
  readonly request: StreamRequest
  counter: UsageCounter | undefined
  channel: Channel | undefined
  connection: PostConnection | undefined
  /** Whether another process has its place. */
  isDisplaced: boolean
}

export class PostHub implements PostStreams, ConnectionHost {
  readonly round: Round = new Round()
  readonly #options: PostHubOptions
  readonly #isolation: Isolation
  readonly #matching: Matching
  readonly #meter: UsageMeter
  readonly #pump: Pump
  readonly #renderings = new Shared<StreamRequest['rendering']>()
  /** Apps that have a place, or are about to, by product and kind. */
  readonly #taken = new Map<string, Set<bigint>>()
  readonly #live = new Map<PostConnection, Held>()
  /** Connections that are being served. */
  #running = 0
  #whenNoneRuns: (() => void) | undefined
  readonly #stopTicks: () => void
  #storing: Promise<void> | undefined
  #isClosing = false

  constructor(options: PostHubOptions) {
    this.#options = options
    const { store, clock, random, mostInSecond, mostInMonth, failures } = options
    this.#isolation = new Isolation(options, () =>
      [...this.#live.values()].map(({ request }) => request.rendering),
    )
    const { onLeftOut } = this.#isolation
    const matching = new Matching(random(4).readUInt32LE(), mostInSecond)
    this.#matching = matching
    this.#meter = new UsageMeter(store, clock, mostInMonth, failures)
    this.#pump = new Pump(
      { ...options, onLeftOut },
      {
        get joins() {
          return matching.joins
        },
        wants: (postId) => matching.wants(postId),
        needs: () => this.#needs(),
        tell: (events, views) => this.#tellAll(events, views),
        lose: (reason) => this.#closeAll(reason),
      },
    )
    this.#stopTicks = clock.every(TICK_MS, () => this.#tick())
  }

  get clock(): ConnectionHost['clock'] {
    return this.#options.clock
  }

  get observer(): StreamObserver {
    return this.#options.observer
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
    if (!this.#takePlace(request)) return 'connected-already'
    const rendering = this.#renderings.hold(request.rendering.key, request.rendering)
    const held: Held = {
      request: { ...request, rendering },
      counter: undefined,
      channel: undefined,
      connection: undefined,
      isDisplaced: false,
    }
    try {
      if ((await this.#takeEverywhere(held)) === false) {
        this.#giveBack(held)
        return 'connected-already'
      }
      if (request.kind === 'filter') {
        held.counter = await this.#meter.openOf(request)
        if (held.counter?.isSpent === true) {
          this.#giveBack(held)
          return 'month-spent'
        }
        held.channel = await this.#openChannel(request)
      }
      return await this.#connect(held)
    } catch (error) {
      this.#giveBack(held)
      throw error
    }
  }

  /** Called by a connection when it has ended. */
  ended(connection: PostConnection, reason: CloseReason): void {
    const held = this.#live.get(connection)
    if (held !== undefined) {
      this.#options.observer.closed(partOf(held.request), reason)
      this.#giveBack(held)
    }
    this.#running -= 1
    if (this.#running === 0) this.#whenNoneRuns?.()
  }

  /** Called by a connection when a post cannot be shown to it. */
  leftOut(post: { readonly postId: bigint; readonly position: bigint }, error: unknown): void {
    this.#isolation.onLeftOut(post, error)
  }

  /** Ends every connection as it should end, with all that was acknowledged before, and stops. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#stopTicks()
    await this.log.catchUp().catch(() => undefined) // The pump reports a log that cannot be read.
    await this.#pump.reach(this.log.head)
    this.#closeAll('restart')
    await this.#pump.stop()
    if (this.#running > 0) {
      await new Promise<void>((resolve) => {
        this.#whenNoneRuns = resolve
      })
    }
    await this.#storing
    await this.#store()
  }

  #takePlace(request: StreamRequest): boolean {
    const { appId } = request
    const part = partOf(request)
    const apps = this.#taken.get(part) ?? new Set()
    if (apps.has(appId)) return false
    this.#taken.set(part, apps.add(appId))
    return true
  }

  /** @returns false when another process has the place */
  async #takeEverywhere(held: Held): Promise<boolean | undefined> {
    return this.#options.places?.take(placeOf(held.request), () => {
      held.isDisplaced = true
      held.connection?.close('displaced')
    })
  }

  /** Once: what was given back already is not there any more. */
  #giveBack(held: Held): void {
    const { request, counter, channel, connection } = held
    if (connection !== undefined) {
      if (!this.#live.delete(connection)) return
      this.#matching.leave(connection)
    }
    if (channel !== undefined) this.#matching.close(channel)
    counter?.release()
    this.#renderings.release(request.rendering.key)
    this.#taken.get(partOf(request))?.delete(request.appId)
    this.#options.places?.give(placeOf(request))
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

  async #connect(held: Held): Promise<Admitted> {
    const { request, counter, channel } = held
    const { after } = request.start
    if (after !== undefined) await this.#pump.reach(after)
    const history =
      after === undefined
        ? undefined
        : this.#history(request, channel, () => this.#matching.join(connection, channel))
    const connection: PostConnection = new PostConnection(this, request, counter, history)
    held.connection = connection
    this.#live.set(connection, held)
    if (after === undefined) this.#matching.join(connection, channel)
    if (held.isDisplaced) connection.close('displaced')
    if (this.#isClosing) connection.close('restart')
    const body: StreamBody = (sink) => {
      this.#running += 1
      this.observer.opened(partOf(request))
      return connection.run(sink)
    }
    return { position: after ?? this.position, body, release: () => this.#giveBack(held) }
  }

  #history({ start }: StreamRequest, channel: Channel | undefined, join: () => void): LogHistory {
    const { clock, log } = this.#options
    const source = {
      clock,
      join,
      readAfter: (position: bigint, most: number) => log.readAfter(position, most),
      position: () => this.position,
      onLeftOut: this.#isolation.onLeftOut,
      views: (ids: readonly bigint[], positions: readonly bigint[]) => this.#pump.views(ids, positions),
    }
    return new LogHistory(source, {
      of: channel,
      rules: () => channel?.rules ?? [],
      after: start.after ?? this.position,
      cap: channel?.cap,
    })
  }

  #closeAll(reason: CloseReason): void {
    for (const connection of this.#live.keys()) connection.close(reason)
  }

  #needs() {
    let [repliedTo, named] = [false, false]
    for (const { request } of this.#live.values()) {
      repliedTo ||= request.rendering.needs.repliedTo
      named ||= request.rendering.needs.named
    }
    return { repliedTo, named }
  }

  #tellAll(events: readonly LogEntry[], views: Views): void {
    const { clock } = this.#options
    const now = { at: clock.now(), since: clock.monotonic() }
    for (const [place, event] of events.entries()) {
      this.#isolation.attempt(event, (readable) => this.#tell(readable, views[place], now))
    }
    this.round.end(now)
  }

  #tell(event: LoggedEvent, view: Views[number], now: Now): void {
    const revoked = this.#matching.take(event, view, now)
    if (revoked !== undefined) this.#revoke(revoked.appId, revoked.product)
  }

  /** @param product undefined for all */
  #revoke(appId: bigint, product?: RuleProduct): void {
    for (const [connection, { request }] of this.#live) {
      const isMeant = request.appId === appId && (product === undefined || request.product === product)
      if (isMeant) connection.close('revoked')
    }
  }

  #tick(): void {
    const retired = new Map<string, boolean>()
    for (const [connection, { request }] of this.#live) {
      const what = partOf(request)
      const isRetired = retired.get(what) ?? request.isRetired('GET', request.path)
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
    await this.#meter.turn().catch((error: unknown) => {
      this.#options.logger.error({ err: error }, 'usage could not be stored; it is tried again')
    })
    const counts = new Set(this.#matching.takeCounts())
    await this.#isolation.storeCounts(counts).catch((error: unknown) => {
      this.#matching.putBack([...counts])
      this.#options.logger.error({ err: error }, 'counts of rules could not be stored; it is tried again')
    })
  }
}

/** What a connection is the only one of. */
function placeOf(request: StreamRequest): string {
  return `stream ${partOf(request)} ${request.appId}`
}

/** What is counted together. */
function partOf({ product, kind }: StreamRequest): string {
  return `${product} ${kind}`
}
