/**
 * POST /console/api/apps/:app_id/webhooks/:webhook_id/deliveries/:delivery_id/resend: queues a delivery
 * again, at the head of its queue.
 */
import { Type } from 'typebox'
import { resend } from '../../../../../../domain/webhooks/resend.ts'
import { consoleEndpoint, jsonAnswer } from '../../../../_family.ts'
import { DELIVERY_PARAMS, deliveryIn } from '../../../../_webhooks/deliveries.ts'
import { ownWebhook, WEBHOOK_MISSING } from '../../../../_webhooks/own-webhook.ts'

export const resendDelivery = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/apps/:app_id/webhooks/:webhook_id/deliveries/:delivery_id/resend'],
  summary: 'Queues a delivery again, at the head of its queue.',
  params: DELIVERY_PARAMS,
  answers: [
    {
      schema: Type.Object({
        queued: Type.Boolean({ description: 'False if the delivery is already queued.' }),
      }),
    },
  ],
  errors: [...WEBHOOK_MISSING, 'delivery-not-found'],
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const queued = await resend(services, deliveryIn(webhook.id, params.delivery_id))
    services.webhooks.wake()
    return jsonAnswer({ queued })
  },
})
