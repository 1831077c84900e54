/** What a delivery or a challenge shows of a webhook. */
import { judgeWebhook } from '../domain/webhooks/judge-webhook.ts'
import type { TurnServices } from './turn-services.ts'

/**
 * Notes whether a webhook is valid.
 * @param why it is not
 * @returns when it is challenged next, in milliseconds since the Unix epoch
 */
export async function judge(
  { context, challengeMs, observer, logger }: TurnServices,
  webhookId: bigint,
  isValid: boolean,
  why: string,
): Promise<number> {
  const challengeDueAt = context.clock.now() + challengeMs
  await judgeWebhook(context, { webhookId, isValid, challengeDueAt })
  observer.challenged(isValid)
  if (!isValid) logger.warn({ webhook: String(webhookId), why }, 'a webhook is not valid any more')
  return challengeDueAt
}
