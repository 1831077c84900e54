/**
 * Runs the webhooks of a process. The service turns events into deliveries, sends the deliveries, and challenges
 * receivers for endpoints.
 */
import type { Context } from '../domain/context.ts'
import type { Logger } from '../lib/log.ts'
import { consume, retryEvent } from '../log/consumer.ts'
import { Failures } from '../log/failures.ts'
import type { Tail } from '../log/tail.ts'
import type { CurrentLog } from '../views/current-log.ts'
import { DeliveryScheduler, type SchedulerParts } from './delivery-scheduler.ts'
import type { DeliveryObserver, DeliveryServices } from './delivery-services.ts'
import { webhookFanOut } from './fan-out.ts'
import { DELIVERIES } from './render-failures.ts'
import { REPLAYS, retryReplayedEvent } from './replay-feed.ts'
import type { DayOfApp, Render } from './send-delivery.ts'
import { Outbound, type OutboundOptions } from './transport/outbound.ts'
import { AddressPolicy } from './transport/safe-address.ts'
import { WebhookRequests } from './webhook-requests.ts'

export interface WebhooksOptions {
  readonly context: Context
  readonly tail: Tail
  readonly log: CurrentLog
  readonly logger: Logger
  readonly observer: DeliveryObserver
  /** Records failures; when undefined, failures are recorded without metrics. */
  readonly failures?: Failures | undefined
  readonly render: Render
  /**
   * Returns the API day of an app, which determines the format of bodies. By default, all apps have the default day.
   */
  readonly dayOf?: DayOfApp | undefined
  /** Networks and hosts that receivers may use although they are not public. */
  readonly allow: readonly string[]
  /** Milliseconds between two challenges of a receiver. */
  readonly challengeMs: number
  /** Provides the leases, which ensure that only one node at a time delivers to a webhook. */
  readonly cluster: SchedulerParts['cluster']
  /** Observes every delivery; undefined outside test mode. */
  readonly tap?: DeliveryServices['tap']
  readonly tracing?: DeliveryServices['tracing']
  /** A resolver, certificates and a clock that tests use in place of the system's. */
  readonly outbound?: Partial<Pick<OutboundOptions, 'lookup' | 'ca' | 'clock'>> | undefined
}

export class Webhooks {
  /** Sends challenges and test events, and makes the requests of deliveries. */
  readonly requests: WebhookRequests
  readonly #options: WebhooksOptions
  readonly #policy: AddressPolicy
  readonly #outbound: Outbound
  readonly #failures: Failures
  readonly #scheduler: DeliveryScheduler
  readonly #stopping = new AbortController()
  #consuming: Promise<void> = Promise.resolve()
  #queuedUpTo = -1n

  constructor(options: WebhooksOptions) {
    this.#options = options
    const { context, tail, log, logger, observer, render, dayOf, challengeMs } = options
    const { store, clock } = context
    this.#failures = options.failures ?? new Failures({ store, clock, logger })
    this.#policy = new AddressPolicy(options.allow)
    this.#outbound = new Outbound({ clock: context.clock, ...options.outbound, policy: this.#policy })
    const stopping = this.#stopping.signal
    this.requests = new WebhookRequests({ ...options, tap: options.tap, outbound: this.#outbound, stopping })
    this.#scheduler = new DeliveryScheduler({
      context,
      tail,
      log,
      outbound: this.#outbound,
      render,
      dayOf,
      observer,
      failures: this.#failures,
      logger,
      challengeMs,
      tap: options.tap,
      tracing: options.tracing,
      cluster: options.cluster,
    })
  }

  /** Reads the log and delivers until {@link close}. */
  start(): void {
    const { context, tail, logger } = this.#options
    const { store, clock } = context
    const failures = this.#failures
    const newFanOut = () => webhookFanOut(clock, (batch) => this.#scheduler.onQueued(batch))
    const fanOut = newFanOut()
    failures.onRetry(fanOut.name, retryEvent({ store }, newFanOut))
    failures.onRetry(DELIVERIES, this.#scheduler.retry)
    failures.onRetry(REPLAYS, retryReplayedEvent(context))
    const onPosition = (position: bigint) => {
      this.#queuedUpTo = position
    }
    const services = { store, tail, clock, logger, failures, onPosition }
    this.#consuming = consume(services, fanOut, this.#stopping.signal)
    this.#scheduler.start()
  }

  /** True when every event up to `position` is queued, and no delivery is due. */
  isIdleAt(position: bigint): boolean {
    return this.#queuedUpTo >= position && this.#scheduler.isIdle
  }

  /** Time of the next challenge for a receiver that meets a challenge now, in milliseconds since the Unix epoch. */
  nextChallenge(): number {
    return this.#options.context.clock.now() + this.#options.challengeMs
  }

  /** True for a text that may be the URL of a webhook (spec/webhooks.md#webhook-urls). */
  isWebhookUrl(url: string): boolean {
    return this.#policy.webhookUrl(url) !== undefined
  }

  /** Looks for due deliveries, after a webhook became valid or a delivery was queued again. */
  wake(): void {
    this.#scheduler.wake()
  }

  /** Stops the service. Requests in progress are aborted, and their deliveries are repeated after the next start. */
  async close(): Promise<void> {
    const reason = new Error('the server is stopping')
    this.#stopping.abort(reason)
    this.#outbound.stop(reason)
    await Promise.all([this.#consuming, this.#scheduler.close()])
    await this.#outbound.close()
  }
}
