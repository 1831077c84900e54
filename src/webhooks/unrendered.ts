/** Deliveries that were left out because no body could be made of them, and how they are tried again. */

import { type Delivery, LIVE } from '../domain/webhooks/queue.ts'
import { requeueAll } from '../domain/webhooks/resend.ts'
import { must } from '../lib/assert.ts'
import { requireReadable } from '../log/consumer.ts'
import type { Failure } from '../log/failed-items.ts'
import type { Retry } from '../log/failures.ts'
import { destinationKey } from './transport/destinations.ts'
import type { TurnServices } from './turn-services.ts'

/** The reader of the queue that makes bodies. */
export const DELIVERIES = 'webhook-deliveries'

/** What is remembered of a delivery. */
export function unrendered(delivery: Delivery, error: unknown): Failure {
  const { webhookId, userId, jobId, position } = delivery
  const ofReplay = jobId === LIVE ? '' : ` in replay ${jobId}`
  return {
    reader: DELIVERIES,
    item: `event ${position} for user ${userId} of webhook ${webhookId}${ofReplay}`,
    detail: JSON.stringify([webhookId, userId, jobId, position].map(String)),
    error,
  }
}

/**
 * Puts a delivery back into its lane once a body can be made of it, or nobody is to be told any more.
 * @param requeued called when it waits again
 */
export function retryDelivery(
  services: Pick<TurnServices, 'context' | 'tail' | 'log' | 'destinations' | 'renderings'>,
  requeued: () => void,
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
    })
    return {
      async apply(tx) {
        await requeueAll(tx, [delivery], context.clock.now())
      },
      applied: requeued,
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
