/** The webhooks of a server: what endpoints ask of them, and the two loops that run beside the requests. */
import type { Context } from '../domain/context.ts'
import type { Logger } from '../lib/log.ts'
import { consume, retryEvent } from '../log/consumer.ts'
import { Failures } from '../log/failures.ts'
import type { Tail } from '../log/tail.ts'
import type { CurrentLog } from '../views/current-log.ts'
import { Courier, type CourierParts } from './courier.ts'
import { webhookFanOut } from './fan-out.ts'
import type { Render } from './postman.ts'
import { REPLAYS, retryReplayed } from './replay-feed.ts'
import { type Challenged, type ChallengeResult, challenge } from './transport/challenge.ts'
import { Outbound, type OutboundOptions } from './transport/outbound.ts'
import { AddressPolicy } from './transport/safe-address.ts'
import type { DeliveryObserver } from './turn-services.ts'
import { DELIVERIES } from './unrendered.ts'

export interface WebhooksOptions {
  readonly context: Context
  readonly tail: Tail
  readonly log: CurrentLog
  readonly logger: Logger
  readonly observer: DeliveryObserver
  /** Where what fails is remembered; counted by nobody when left out. */
  readonly failures?: Failures | undefined
  readonly render: Render
  /** Networks and hosts that receivers may be in although they are not public. */
  readonly allow: readonly string[]
  /** Milliseconds between two challenges of a receiver. */
  readonly challengeMs: number
  /** Comes after a server that was killed here, under a name; where one server is alone on its data there is no need. */
  readonly succeed?: CourierParts['succeed']
  /** In place of what the machine has, for tests. */
  readonly outbound?: Partial<Pick<OutboundOptions, 'lookup' | 'ca' | 'clock'>> | undefined
}

export class Webhooks {
  readonly #options: WebhooksOptions
  readonly #policy: AddressPolicy
  readonly #outbound: Outbound
  readonly #failures: Failures
  readonly #courier: Courier
  readonly #stopping = new AbortController()
  #consuming: Promise<void> = Promise.resolve()

  constructor(options: WebhooksOptions) {
    this.#options = options
    const { context, tail, log, logger, observer, render, challengeMs } = options
    const { store, clock } = context
    this.#failures = options.failures ?? new Failures({ store, clock, logger })
    this.#policy = new AddressPolicy(options.allow)
    this.#outbound = new Outbound({ clock: context.clock, ...options.outbound, policy: this.#policy })
    this.#courier = new Courier({
      context,
      tail,
      log,
      outbound: this.#outbound,
      render,
      observer,
      failures: this.#failures,
      logger,
      challengeMs,
      succeed: options.succeed,
    })
  }

  /** Begins to read the log and to deliver, until {@link close}. */
  start(): void {
    const { context, tail, logger } = this.#options
    const { store, clock } = context
    const failures = this.#failures
    const newFanOut = () => webhookFanOut(clock, (fannedOut) => this.#courier.told(fannedOut))
    const fanOut = newFanOut()
    failures.onRetry(fanOut.name, retryEvent({ store }, newFanOut))
    failures.onRetry(DELIVERIES, this.#courier.retry)
    failures.onRetry(REPLAYS, retryReplayed(context))
    this.#consuming = consume({ store, tail, clock, logger, failures }, fanOut, this.#stopping.signal)
    this.#courier.start()
  }

  /** Milliseconds since the Unix epoch: when a receiver that has met a challenge now is challenged again. */
  nextChallenge(): number {
    return this.#options.context.clock.now() + this.#options.challengeMs
  }

  /** Whether a text may be the URL of a webhook (spec/webhooks.md#webhook-urls). */
  isWebhookUrl(url: string): boolean {
    return this.#policy.webhookUrl(url) !== undefined
  }

  /** Challenges a receiver now. @param webhook one whose URL is that of a webhook */
  challenge(webhook: Challenged): Promise<ChallengeResult> {
    return challenge(this.#outbound, this.#options.context.random, webhook)
  }

  /** Says that something may be due: a webhook is valid again, a delivery is to be sent again. */
  ring(): void {
    this.#courier.ring()
  }

  /** Ends both loops. What is being sent is given up, and repeated later. */
  async close(): Promise<void> {
    const reason = new Error('the server is stopping')
    this.#stopping.abort(reason)
    this.#outbound.stop(reason)
    await Promise.all([this.#consuming, this.#courier.close()])
    await this.#outbound.close()
  }
}
