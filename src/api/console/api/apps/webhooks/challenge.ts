/**
 * POST /console/api/apps/:app_id/webhooks/:webhook_id/challenge: challenges the receiver of a webhook
 * (spec/webhooks.md#challenge).
 */
import { Type } from 'typebox'
import { consumerSecretOf } from '../../../../../domain/apps/app.ts'
import { setWebhookValidity } from '../../../../../domain/webhooks/set-webhook-validity.ts'
import { requireWebhook } from '../../../../../domain/webhooks/webhook.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import {
  CHALLENGE,
  challengeBody,
  ownWebhook,
  WEBHOOK,
  WEBHOOK_MISSING,
  WEBHOOK_PARAMS,
  webhookBody,
} from '../../../_webhooks/own-webhook.ts'

export const challengeWebhook = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/webhooks/:webhook_id/challenge'],
  summary: 'Challenges the receiver of a webhook. The result decides if the webhook is valid.',
  params: WEBHOOK_PARAMS,
  answers: [{ schema: Type.Object({ webhook: WEBHOOK, challenge: CHALLENGE }) }],
  errors: WEBHOOK_MISSING,
  async handle({ services, caller, params }) {
    const { app, webhook } = await ownWebhook(services, caller, params)
    const { webhooks, vault, store } = services
    const secret = consumerSecretOf(vault, app)
    const report = await webhooks.requests.challenge({ url: webhook.url, secret })
    await setWebhookValidity(services, {
      webhookId: webhook.id,
      isValid: report.result === 'met',
      challengeDueAt: webhooks.nextChallenge(),
    })
    if (report.result === 'met') webhooks.wake()
    const changed = await requireWebhook(store, webhook.id)
    return jsonAnswer({ webhook: webhookBody(changed), challenge: challengeBody(report) })
  },
})
