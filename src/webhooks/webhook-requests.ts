/** Shows owners of webhooks the request of a delivery, and sends test events and challenges for them. */
import type { Context } from '../domain/context.ts'
import type { Attempt, Outcome } from '../domain/webhooks/delivery-results.ts'
import { findDestinations } from '../domain/webhooks/destination.ts'
import type { Delivery } from '../domain/webhooks/queue.ts'
import type { Subscription } from '../domain/webhooks/subscriptions.ts'
import { must } from '../lib/assert.ts'
import { partitionOf } from '../log/partition.ts'
import type { DeliveryServices } from './delivery-services.ts'
import { Renderings } from './renderings.ts'
import { type DayOfApp, deliveryHeaders, type Render, sendDelivery } from './send-delivery.ts'
import { renderBody } from './transport/body.ts'
import { type ChallengeReport, type ChallengeTarget, challenge } from './transport/challenge.ts'
import { type CachedDestination, preparedDestination } from './transport/destinations.ts'
import { Signable } from './transport/signature.ts'

/** The request of a delivery, as it would be sent now. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, as JSON text. */
  readonly body: string
}

export interface RequestParts extends Pick<DeliveryServices, 'tail' | 'outbound' | 'tap' | 'stopping'> {
  readonly context: Context
  readonly render: Render
  readonly dayOf?: DayOfApp | undefined
}

/**
 * The reason why a delivery currently has no body. `invalid`: its webhook is not valid; `unreadable`: its event is
 * corrupt.
 */
export type NoBody = Outcome | 'invalid' | 'unreadable'

export interface TestDelivery {
  readonly request: WebhookRequest
  readonly attempt: Attempt
}

export class WebhookRequests {
  readonly #parts: RequestParts

  constructor(parts: RequestParts) {
    this.#parts = parts
  }

  /** Challenges a receiver now. @param webhook a webhook whose URL is still allowed */
  challenge(webhook: ChallengeTarget): Promise<ChallengeReport> {
    const { outbound, context } = this.#parts
    return challenge(outbound, context.random, webhook)
  }

  /**
   * The request of a delivery, or the reason why the delivery has no body. The body is rendered now, because bodies are
   * not stored.
   * @throws errors that affect every delivery, such as an unavailable store
   */
  async preview(delivery: Delivery): Promise<WebhookRequest | NoBody> {
    const { tail, render, dayOf } = this.#parts
    const destination = await this.#destination(delivery)
    if (destination === undefined) return 'invalid'
    const services = { tail, renderings: new Renderings(render, dayOf) }
    const found = await renderBody(services, delivery, destination)
    if ('gone' in found) return found.gone
    return 'body' in found ? requestOf(destination, found.body) : 'unreadable'
  }

  /**
   * Sends the deletion of a post that never existed. The event is sent immediately and once, and is neither queued nor
   * logged.
   * @param to the webhook, and the user for whom the event is sent; the user need not be subscribed
   * @returns undefined for a webhook that is not valid
   * @throws only the reason with which `outbound` was stopped
   */
  async sendTest(to: Subscription): Promise<TestDelivery | undefined> {
    const { context, render, dayOf } = this.#parts
    const destination = await this.#destination(to)
    if (destination === undefined) return undefined
    const { userId, appId, origin } = destination
    const postId = await context.ids.make()
    const event = {
      kind: 'post.deleted',
      user_id: userId,
      post_id: postId,
      initial_id: postId,
      in_reply_to_post_id: null,
      quoted_id: null,
      reposted_id: null,
      reason: '',
      position: 0n,
      at: context.clock.now(),
      partition: partitionOf(userId),
    } as const
    const text = must(await render(event, { userId, origin, day: dayOf?.(appId) }), 'the body of a deletion')
    const body = new Signable(text)
    return {
      request: requestOf(destination, body),
      attempt: await sendDelivery(this.#parts, destination, body),
    }
  }

  async #destination({ webhookId, userId }: Subscription): Promise<CachedDestination | undefined> {
    const [found] = await findDestinations(this.#parts.context, [{ webhookId, userId }])
    return found && preparedDestination(found)
  }
}

function requestOf({ url, signer }: CachedDestination, body: Signable): WebhookRequest {
  return { url, headers: deliveryHeaders(signer, body), body: body.octets.toString('utf8') }
}
