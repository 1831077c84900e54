/** Admits connections to post streams, and frees the resources of ended connections. */
import type { Context } from '../../domain/context.ts'
import { findRules, type RuleSet } from '../../domain/rules/rule.ts'
import type { Reservation } from '../admission.ts'
import type { Admitted, StreamRuntime } from '../runtime.ts'
import type { BatchViews } from './batch-views.ts'
import type { Channel } from './channel.ts'
import { PostConnection, type PostConnectionHost } from './connection.ts'
import { LogHistory } from './history.ts'
import type { OnLeftOut } from './left-out.ts'
import type { Matching } from './matching.ts'
import type { OwnCloseReason } from './reasons.ts'
import type { Session } from './session.ts'
import { Shared } from './shared.ts'
import { partOf, type Refused, type StreamRequest } from './streams.ts'
import type { UsageMeter } from './usage-meter.ts'

export interface AdmitterParts {
  readonly store: Context['store']
  readonly host: PostConnectionHost
  readonly runtime: StreamRuntime<OwnCloseReason, PostConnection>
  readonly matching: Matching
  readonly meter: UsageMeter
  readonly views: BatchViews
  readonly onLeftOut: OnLeftOut
  /** A factor by which the limits of posts per second are multiplied. */
  readonly scale: number
}

export class Admitter {
  readonly #parts: AdmitterParts
  readonly #renderings = new Shared<StreamRequest['rendering']>()

  constructor(parts: AdmitterParts) {
    this.#parts = parts
  }

  /**
   * Admits a connection like {@link PostStreams.admit}. Each connection of an app has a numbered slot that is exclusive
   * over all processes.
   * @throws the reason why this process cannot stream any more
   */
  async admit(request: StreamRequest): Promise<Admitted | Refused> {
    const { runtime } = this.#parts
    runtime.requireReadable()
    if (runtime.isClosing) return 'stopping'
    const reservation = await this.#reserve(request)
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

  /** Takes the first free slot of the app; undefined when all slots are in use. */
  async #reserve(request: StreamRequest): Promise<Reservation | undefined> {
    const { admission } = this.#parts.runtime
    const slots = request.kind === 'filter' ? request.limits.streams : 1
    const name = `stream ${partOf(request)} ${request.appId}`
    for (let slot = 1; slot <= slots; slot += 1) {
      // The name of the first slot has no number, as in earlier releases of Aviary.
      const reservation = admission.reserve(slot === 1 ? name : `${name} ${slot}`)
      if (reservation === undefined) continue
      if (await claimed(reservation)) return reservation
      reservation.release()
    }
    return undefined
  }

  /** Frees the resources of a session except its reservation. */
  free({ request, counter, channel }: Session): void {
    if (channel !== undefined) this.#parts.matching.close(channel)
    counter?.release()
    this.#renderings.release(request.rendering.key)
  }

  /** Frees the resources of a session whose connection is not admitted. */
  #abandon(session: Session): void {
    this.free(session)
    session.reservation.release()
  }

  /** @returns the reason why a connection is refused */
  async #prepare(session: Session): Promise<Refused | undefined> {
    const { request } = session
    if (request.kind !== 'filter') return undefined
    session.counter = await this.#parts.meter.openOf(request)
    if (session.counter?.isSpent === true) return 'month-spent'
    const { limits } = request
    session.channel = await this.openChannel(request, limits.postsPerSecond * this.#parts.scale)
    return undefined
  }

  /**
   * Opens a channel with the rules of an app, as they are at the position that the runtime has reached.
   * @param maxPerSecond posts per second; Infinity for no limit
   */
  async openChannel({ appId, product }: RuleSet, maxPerSecond: number): Promise<Channel> {
    const { store, matching, runtime } = this.#parts
    const channel = matching.open({ appId, product }, maxPerSecond)
    try {
      const rules = await findRules(store, { appId, product })
      // The rules were read at an unknown position before the head of the log. When the runtime has reached the head,
      // the channel has received all changes since this read.
      await runtime.log.catchUp()
      await runtime.reach(runtime.log.head)
      channel.start(rules)
      return channel
    } catch (error) {
      matching.close(channel)
      throw error
    }
  }

  async #connect(session: Session): Promise<Admitted> {
    const { host, runtime } = this.#parts
    const { after } = session.request.start
    if (after !== undefined) await runtime.reach(after)
    const history = after === undefined ? undefined : this.#history(session, after)
    const connection = new PostConnection(host, session, history)
    const admitted = runtime.attach(connection)
    session.reservation.watch(connection)
    return admitted
  }

  #history({ channel, request }: Session, after: bigint): LogHistory {
    const { runtime, views, onLeftOut } = this.#parts
    const { clock, log } = runtime
    const source = {
      clock,
      readAfter: (position: bigint, max: number) => log.readAfter(position, max),
      position: () => runtime.position,
      onLeftOut,
      views: (ids: readonly bigint[], positions: readonly bigint[]) => views.load(ids, positions),
    }
    return new LogHistory(source, {
      of: channel,
      rules: () => channel?.rules ?? [],
      after,
      sendsGaps: request.start.sendsGaps,
      cap: channel?.cap,
    })
  }
}

/** @throws the error of the database, after releasing the reservation */
async function claimed(reservation: Reservation): Promise<boolean> {
  try {
    return await reservation.claim()
  } catch (error) {
    reservation.release()
    throw error
  }
}
