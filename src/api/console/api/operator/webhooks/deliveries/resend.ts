/**
 * POST /console/api/operator/webhooks/:webhook_id/deliveries/:delivery_id/resend
 * (spec/console.md#webhooks-at-the-desk).
 */
import { Type } from 'typebox'
import { resend } from '../../../../../../domain/webhooks/resend.ts'
import { jsonAnswer } from '../../../../_family.ts'
import { operatorEndpoint } from '../../../../_operator/endpoint.ts'
import { DELIVERY_ID, deskWebhook } from '../../../../_operator/webhooks/webhooks.ts'
import { deliveryIn } from '../../../../_webhooks/deliveries.ts'

export const resendDeskDelivery = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/webhooks/:webhook_id/deliveries/:delivery_id/resend'],
  summary: 'Queues a delivery again, at the head of its queue.',
  params: DELIVERY_ID,
  answers: [
    {
      schema: Type.Object({
        queued: Type.Boolean({ description: 'False if the delivery is already queued.' }),
      }),
    },
  ],
  errors: ['webhook-not-found', 'delivery-not-found'],
  async handle({ services, params }) {
    const { id } = await deskWebhook(services, params.webhook_id)
    const queued = await resend(services, deliveryIn(id, params.delivery_id))
    services.webhooks.wake()
    return jsonAnswer({ queued })
  },
})
