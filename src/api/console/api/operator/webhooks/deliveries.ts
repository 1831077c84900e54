/**
 * /console/api/operator/webhooks/:webhook_id/deliveries: deliveries of any app (spec/console.md#webhooks-at-the-desk).
 */
import { Type } from 'typebox'
import { optionalText } from '../../../../../http/params.ts'
import { findEvent } from '../../../../../log/read-table.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { DELIVERY_ID, deskWebhook, WEBHOOK_ID } from '../../../_operator/webhooks/webhooks.ts'
import { DELIVERY_FIELDS, deliveryBody, deliveryIn } from '../../../_webhooks/deliveries.ts'
import {
  DELIVERY_PAGE,
  deliveryPage,
  OUTCOME,
  PAGE_SIZE,
  requireDelivery,
  TRIES,
} from '../../../_webhooks/delivery-pages.ts'

const PATH = '/console/api/operator/webhooks/:webhook_id/deliveries'

export const listDeskDeliveries = operatorEndpoint({
  paths: [PATH],
  summary: `Deliveries of a webhook, ${PAGE_SIZE} a page: finished ones, latest first, or waiting ones, by user.`,
  params: {
    ...WEBHOOK_ID,
    outcome: OUTCOME,
    cursor: optionalText('The cursor in the response with the previous page.'),
  },
  answers: [{ schema: DELIVERY_PAGE }],
  errors: ['webhook-not-found', 'field-invalid'],
  async handle({ services, params }) {
    const { id } = await deskWebhook(services, params.webhook_id)
    return jsonAnswer(await deliveryPage(services, id, params))
  },
})

export const showDeskDelivery = operatorEndpoint({
  paths: [`${PATH}/:delivery_id`],
  summary: 'A delivery with its event and its attempts, without the body, which may be a direct message.',
  params: DELIVERY_ID,
  answers: [
    {
      schema: Type.Object({
        ...DELIVERY_FIELDS,
        logged: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
          description: 'The event as the log has it; null if the log no longer has the event.',
        }),
        tries: TRIES,
      }),
    },
  ],
  errors: ['webhook-not-found', 'delivery-not-found'],
  async handle({ services, params }) {
    const { id } = await deskWebhook(services, params.webhook_id)
    const delivery = deliveryIn(id, params.delivery_id)
    const { found, tries } = await requireDelivery(services, delivery)
    const logged = (await findEvent(services.store, delivery.position)) ?? null
    return jsonAnswer({ ...(await deliveryBody(services, found)), logged, tries })
  },
})
