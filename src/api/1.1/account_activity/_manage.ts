/** Registers, challenges and removes webhooks of environments and of the enterprise form (spec/webhooks.md#calls). */
import type { UserCaller } from '../../../auth/caller.ts'
import { consumerSecretOf } from '../../../domain/apps/app.ts'
import { registerWebhook, requireRoom } from '../../../domain/webhooks/register-webhook.ts'
import { removeWebhook } from '../../../domain/webhooks/remove-webhook.ts'
import { setWebhookValidity } from '../../../domain/webhooks/set-webhook-validity.ts'
import type { Webhook } from '../../../domain/webhooks/webhook.ts'
import { webhookObject } from '../../../formats/v1.1/webhook.ts'
import type { Answer } from '../../../http/endpoint.ts'
import type { ChallengeReport, ChallengeResult } from '../../../webhooks/transport/challenge.ts'
import type { Services } from '../../_services.ts'
import { V11Error, type V11ErrorName } from '../_errors.ts'
import type { Origin } from '../_users.ts'
import { webhookLimits } from './_access.ts'

/** Errors of a challenge. */
export const CHALLENGE_ERROR_NAMES = [
  'webhookTokenWrong',
  'webhookTooSlow',
  'webhookStatusBad',
  'webhookUrlUnfit',
] as const satisfies readonly V11ErrorName[]

const CHALLENGE_ERRORS: Readonly<Record<Exclude<ChallengeResult, 'met'>, V11ErrorName>> = {
  'wrong-token': 'webhookTokenWrong',
  'too-slow': 'webhookTooSlow',
  'bad-status': 'webhookStatusBad',
  unreachable: 'webhookUrlUnfit',
}

export const NO_CONTENT: Answer = { status: 204, body: undefined }

/**
 * Registers a webhook after its receiver has answered a challenge correctly.
 * @throws {V11Error} 195, 214; {Refusal} `too-many-webhooks`
 */
export async function register(
  services: Services,
  { app }: Pick<UserCaller, 'app'>,
  environment: string,
  url: string | undefined,
  outer: Origin,
): Promise<Answer> {
  if (url === undefined) throw new V11Error('urlMissing')
  if (!services.webhooks.isWebhookUrl(url)) throw new V11Error('webhookUrlUnfit')
  const wanted = { appId: app.id, environment, url, limits: webhookLimits(services) }
  await requireRoom(services.store, wanted)
  const secret = consumerSecretOf(services.vault, app)
  await requireChallengeMet(await services.webhooks.requests.challenge({ url, secret }))
  const webhook = await registerWebhook(services, {
    ...wanted,
    origin: `${outer.scheme}://${outer.host}`,
    challengeDueAt: services.webhooks.nextChallenge(),
  })
  return { status: 200, body: JSON.stringify(webhookObject(webhook)) }
}

/** Challenges a receiver and stores whether the webhook is valid. @throws {V11Error} 214 */
export async function challengeNow(
  services: Services,
  { app }: Pick<UserCaller, 'app'>,
  { id, url }: Webhook,
): Promise<Answer> {
  const secret = consumerSecretOf(services.vault, app)
  const report = await services.webhooks.requests.challenge({ url, secret })
  await setWebhookValidity(services, {
    webhookId: id,
    isValid: report.result === 'met',
    challengeDueAt: services.webhooks.nextChallenge(),
  })
  await requireChallengeMet(report)
  services.webhooks.wake()
  return NO_CONTENT
}

/** Removes a webhook. @throws {Refusal} `webhook-not-found` */
export async function remove(services: Services, { id }: Webhook): Promise<Answer> {
  await removeWebhook(services, id)
  return NO_CONTENT
}

async function requireChallengeMet({ result }: Pick<ChallengeReport, 'result'>): Promise<void> {
  if (result !== 'met') throw new V11Error(CHALLENGE_ERRORS[result])
}
