/** Sessions of post streams: everything that a connection uses, from its reservation until it is released. */
import type { Context } from '../../domain/context.ts'
import { findRules } from '../../domain/rules/rule.ts'
import type { Reservation } from '../admission.ts'
import type { Admitted, StreamRuntime } from '../runtime.ts'
import type { BatchViews } from './batch-views.ts'
import type { Channel } from './channel.ts'
import { PostConnection, type PostConnectionHost } from './connection.ts'
import { LogHistory } from './history.ts'
import type { OnLeftOut } from './left-out.ts'
import type { Matching } from './matching.ts'
import type { OwnCloseReason } from './reasons.ts'
import { Shared } from './shared.ts'
import type { Refused, StreamRequest } from './streams.ts'
import type { UsageCounter, UsageMeter } from './usage-meter.ts'

export interface Session {
  readonly request: StreamRequest
  readonly reservation: Reservation
  counter: UsageCounter | undefined
  channel: Channel | undefined
}

export interface SessionParts {
  readonly store: Context['store']
  readonly host: PostConnectionHost
  readonly runtime: StreamRuntime<OwnCloseReason, PostConnection>
  readonly matching: Matching
  readonly meter: UsageMeter
  readonly views: BatchViews
  readonly onLeftOut: OnLeftOut
}

export class Sessions {
  readonly #parts: SessionParts
  readonly #renderings = new Shared<StreamRequest['rendering']>()
  readonly #byConnection = new Map<PostConnection, Session>()

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Sessions that have a connection. */
  get connected(): Iterable<readonly [PostConnection, Session]> {
    return this.#byConnection
  }

  channelOf(connection: PostConnection): Channel | undefined {
    return this.#byConnection.get(connection)?.channel
  }

  /**
   * Admits a connection: one per app, product and kind, over all processes.
   * @throws the reason why nothing can be streamed any more
   */
  async admit(request: StreamRequest): Promise<Admitted | Refused> {
    const { runtime } = this.#parts
    runtime.requireReadable()
    if (runtime.isClosing) return 'stopping'
    const reservation = runtime.admission.reserve(`stream ${partOf(request)} ${request.appId}`)
    if (reservation === undefined) return 'connected-already'
    const rendering = this.#renderings.hold(request.rendering.key, request.rendering)
    const session: Session = {
      request: { ...request, rendering },
      reservation,
      counter: undefined,
      channel: undefined,
    }
    try {
      const refused = await this.#prepare(session)
      if (refused === undefined) return await this.#connect(session)
      this.#abandon(session)
      return refused
    } catch (error) {
      this.#abandon(session)
      throw error
    }
  }

  /** @returns the reason why a connection is refused */
  async #prepare(session: Session): Promise<Refused | undefined> {
    const { request, reservation } = session
    if (!(await reservation.claim())) return 'connected-already'
    if (request.kind !== 'filter') return undefined
    session.counter = await this.#parts.meter.openOf(request)
    if (session.counter?.isSpent === true) return 'month-spent'
    session.channel = await this.#openChannel(request)
    return undefined
  }

  /** Frees everything of a session that has no connection. */
  #abandon(session: Session): void {
    this.#free(session)
    session.reservation.release()
  }

  #free({ request, counter, channel }: Session): void {
    if (channel !== undefined) this.#parts.matching.close(channel)
    counter?.release()
    this.#renderings.release(request.rendering.key)
  }

  /** The channel of an app with its rules, as they are at the position of the runtime when it returns. */
  async #openChannel({ appId, product }: StreamRequest): Promise<Channel> {
    const { store, matching, runtime } = this.#parts
    const channel = matching.open({ appId, product })
    try {
      const rules = await findRules(store, { appId, product })
      // The rules are of some position before the head: changes up to there are known when the pump has come so far.
      await runtime.log.catchUp()
      await runtime.reach(runtime.log.head)
      channel.begin(rules)
      return channel
    } catch (error) {
      matching.close(channel)
      throw error
    }
  }

  async #connect(session: Session): Promise<Admitted> {
    const { host, runtime, matching } = this.#parts
    const { request, reservation, counter } = session
    const { after } = request.start
    if (after !== undefined) await runtime.reach(after)
    const history = after === undefined ? undefined : this.#history(session, after)
    const connection = new PostConnection(host, request, counter, history)
    this.#byConnection.set(connection, session)
    const onRelease = () => {
      this.#byConnection.delete(connection)
      matching.leave(connection)
      this.#free(session)
    }
    const admitted = runtime.attach(connection, { part: partOf(request), reservation, onRelease })
    reservation.onLost(() => connection.close('displaced'))
    return admitted
  }

  #history({ channel }: Session, after: bigint): LogHistory {
    const { runtime, views, onLeftOut } = this.#parts
    const { clock, log } = runtime
    const source = {
      clock,
      readAfter: (position: bigint, most: number) => log.readAfter(position, most),
      position: () => runtime.position,
      onLeftOut,
      views: (ids: readonly bigint[], positions: readonly bigint[]) => views.load(ids, positions),
    }
    return new LogHistory(source, {
      of: channel,
      rules: () => channel?.rules ?? [],
      after,
      cap: channel?.cap,
    })
  }
}

/** The label under which connections are counted. */
export function partOf({ product, kind }: StreamRequest): string {
  return `${product} ${kind}`
}
