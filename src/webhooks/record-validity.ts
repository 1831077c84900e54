/** Records the validity of a webhook, after a delivery or a challenge. */
import { setWebhookValidity } from '../domain/webhooks/set-webhook-validity.ts'
import type { DeliveryServices } from './delivery-services.ts'

/**
 * Stores, counts and logs the validity of a webhook.
 * @param reason the reason why the webhook is not valid; it is not used for a valid webhook
 * @returns the time of the next challenge, in milliseconds since the Unix epoch
 */
export async function recordValidity(
  { context, challengeMs, observer, logger }: DeliveryServices,
  webhookId: bigint,
  isValid: boolean,
  reason: string,
): Promise<number> {
  const challengeDueAt = context.clock.now() + challengeMs
  await setWebhookValidity(context, { webhookId, isValid, challengeDueAt })
  observer.challenged(isValid)
  if (!isValid) logger.warn({ webhook: String(webhookId), why: reason }, 'a webhook is not valid any more')
  return challengeDueAt
}
