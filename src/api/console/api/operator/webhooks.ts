/** GET /console/api/operator/webhooks/:webhook_id (spec/console.md#webhooks-at-the-desk). */
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { deskWebhook, WEBHOOK_ID, WEBHOOK_PAGE, webhookPage } from '../../_operator/webhooks/webhooks.ts'

export const showDeskWebhook = operatorEndpoint({
  paths: ['/console/api/operator/webhooks/:webhook_id'],
  summary: 'A webhook of any app, with its app.',
  params: WEBHOOK_ID,
  answers: [{ schema: WEBHOOK_PAGE }],
  errors: ['webhook-not-found'],
  async handle({ services, params }) {
    return jsonAnswer(await webhookPage(services, await deskWebhook(services, params.webhook_id)))
  },
})
