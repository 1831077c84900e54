/** /console/api/apps/:app_id/webhooks/:webhook_id/deliveries: deliveries with their requests and responses. */
import { Type } from 'typebox'
import { optionalText } from '../../../../../http/params.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { DELIVERY_FIELDS, DELIVERY_PARAMS, deliveryBody, deliveryIn } from '../../../_webhooks/deliveries.ts'
import {
  DELIVERY_PAGE,
  deliveryPage,
  OUTCOME,
  PAGE_SIZE,
  requireDelivery,
  TRIES,
} from '../../../_webhooks/delivery-pages.ts'
import { ownWebhook, REQUEST, WEBHOOK_MISSING, WEBHOOK_PARAMS } from '../../../_webhooks/own-webhook.ts'

const PATH = '/console/api/apps/:app_id/webhooks/:webhook_id/deliveries'

export const listDeliveries = consoleEndpoint({
  paths: [PATH],
  summary: `Deliveries of a webhook, ${PAGE_SIZE} a page: finished ones, latest first, or waiting ones, by user.`,
  params: {
    ...WEBHOOK_PARAMS,
    outcome: OUTCOME,
    cursor: optionalText('The cursor in the response with the previous page.'),
  },
  answers: [{ schema: DELIVERY_PAGE }],
  errors: [...WEBHOOK_MISSING, 'field-invalid'],
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    return jsonAnswer(await deliveryPage(services, webhook.id, params))
  },
})

export const showDelivery = consoleEndpoint({
  paths: [`${PATH}/:delivery_id`],
  summary:
    'A delivery with its attempts, and the request as it would be sent now, because bodies are not stored.',
  params: DELIVERY_PARAMS,
  answers: [
    {
      schema: Type.Object({
        ...DELIVERY_FIELDS,
        request: Type.Union([REQUEST, Type.Null()]),
        no_request: Type.Union([Type.String(), Type.Null()], {
          description:
            'Reason why there is no request now: `invalid` webhook, `dropped`, `expired` or `unreadable`.',
        }),
        tries: TRIES,
      }),
    },
  ],
  errors: [...WEBHOOK_MISSING, 'delivery-not-found'],
  async handle({ services, caller, params }) {
    const { webhook } = await ownWebhook(services, caller, params)
    const delivery = deliveryIn(webhook.id, params.delivery_id)
    const { found, tries } = await requireDelivery(services, delivery)
    const request = await services.webhooks.requests.preview(delivery)
    return jsonAnswer({
      ...(await deliveryBody(services, found)),
      request: typeof request === 'string' ? null : { method: 'POST', ...request },
      no_request: typeof request === 'string' ? request : null,
      tries,
    })
  },
})
