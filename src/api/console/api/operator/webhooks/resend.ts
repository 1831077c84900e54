/** POST /console/api/operator/webhooks/:webhook_id/resend (spec/console.md#webhooks-at-the-desk). */
import { Type } from 'typebox'
import { resendDeadLettered } from '../../../../../domain/webhooks/resend.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { deskWebhook, WEBHOOK_ID } from '../../../_operator/webhooks/webhooks.ts'

export const resendDeskDeadLetters = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/webhooks/:webhook_id/resend'],
  summary: 'Queues all dead-lettered deliveries of a webhook again.',
  params: WEBHOOK_ID,
  answers: [
    { schema: Type.Object({ queued: Type.Integer({ description: 'The number of queued deliveries.' }) }) },
  ],
  errors: ['webhook-not-found'],
  async handle({ services, params }) {
    const { id } = await deskWebhook(services, params.webhook_id)
    const queued = await resendDeadLettered(services, id)
    services.webhooks.wake()
    return jsonAnswer({ queued })
  },
})
