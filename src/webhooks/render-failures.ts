/** Records deliveries that were given up because their body could not be rendered, and retries them. */

import { type Delivery, LIVE_JOB } from '../domain/webhooks/queue.ts'
import { requeueAll } from '../domain/webhooks/resend.ts'
import { must } from '../lib/assert.ts'
import { requireReadable } from '../log/consumer.ts'
import type { Failure } from '../log/failed-items.ts'
import type { Retry } from '../log/failures.ts'
import type { DeliveryServices } from './delivery-services.ts'
import { destinationKey } from './transport/destinations.ts'

/** The name of the reader in the failed items of these deliveries. */
export const DELIVERIES = 'webhook-deliveries'

/** The failed item to record for a delivery. */
export function renderFailure(delivery: Delivery, error: unknown): Failure {
  const { webhookId, userId, jobId, position } = delivery
  const ofReplay = jobId === LIVE_JOB ? '' : ` in replay ${jobId}`
  return {
    reader: DELIVERIES,
    item: `event ${position} for user ${userId} of webhook ${webhookId}${ofReplay}`,
    detail: JSON.stringify([webhookId, userId, jobId, position].map(String)),
    error,
  }
}

/**
 * Queues a delivery again when its body can be rendered. If the webhook may not receive events of the user any more,
 * the queue then discards the delivery. If the webhook is removed, nothing is queued.
 * @param onQueued called after the commit
 */
export function retryDelivery(
  services: Pick<DeliveryServices, 'context' | 'tail' | 'log' | 'destinations' | 'renderings'>,
  onQueued: () => void,
): Retry {
  return async ({ detail }) => {
    const { context, tail, log, destinations, renderings } = services
    const delivery = deliveryIn(detail)
    await log.catchUp()
    const destination = await destinations.find(destinationKey(delivery))
    if (destination === undefined) return undefined
    const [event] = await tail.readAfter(delivery.position - 1n, 1)
    await renderings.get(requireReadable(must(event, 'the event')), {
      userId: delivery.userId,
      origin: destination.origin,
      appId: destination.appId,
    })
    return {
      async apply(tx) {
        await requeueAll(tx, [delivery], context.clock.now())
      },
      applied: onQueued,
    }
  }
}

function deliveryIn(detail: string): Delivery {
  const [webhookId, userId, jobId, position] = (JSON.parse(detail) as string[]).map(BigInt)
  return {
    webhookId: must(webhookId, 'the webhook of a delivery'),
    userId: must(userId, 'the user of a delivery'),
    jobId: must(jobId, 'the job of a delivery'),
    position: must(position, 'the position of a delivery'),
  }
}
