/**
 * POST /console/api/apps/:app_id/webhooks/:webhook_id/test_events: sends a webhook a test event about the
 * deletion of a post that never existed. The event is sent once and not recorded (spec/webhooks.md#delivery).
 */
import { Type } from 'typebox'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { ConsoleProblem } from '../../../_problems.ts'
import {
  ownWebhook,
  REQUEST,
  RESPONSE,
  WEBHOOK_MISSING,
  WEBHOOK_PARAMS,
} from '../../../_webhooks/own-webhook.ts'

export const sendWebhookTest = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/webhooks/:webhook_id/test_events'],
  summary:
    'Sends a test event to a webhook once, and does not record it: a deletion of a post that never existed.',
  params: WEBHOOK_PARAMS,
  answers: [
    {
      schema: Type.Object({
        outcome: Type.String({ description: '`accepted`, or the reason of the failure.' }),
        request: REQUEST,
        response: RESPONSE,
        took_ms: Type.Integer(),
      }),
    },
  ],
  errors: [...WEBHOOK_MISSING, 'webhook-invalid'],
  async handle({ services, caller, params }) {
    const { app, webhook } = await ownWebhook(services, caller, params)
    const sent = await services.webhooks.requests.sendTest({ webhookId: webhook.id, userId: app.ownerId })
    if (sent === undefined) throw new ConsoleProblem('webhook-invalid')
    const { outcome, status, response, tookMs } = sent.attempt
    return jsonAnswer({
      outcome,
      request: { method: 'POST', ...sent.request },
      response: { status, body: response },
      took_ms: tookMs,
    })
  },
})
