/**
 * POST /console/api/operator/failed_items/retry: requests a retry of an item, of all items of a reader, or of
 * all items (spec/console.md#failed-items-at-the-desk).
 */
import { Type } from 'typebox'
import { retryFailed } from '../../../../../domain/failed-items/failed-items.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { WHICH_ITEMS, whichItems } from '../../../_operator/webhooks/failed-items.ts'

const BODY = consoleBody(Type.Partial(Type.Object(WHICH_ITEMS)))

export const retryFailedItems = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/failed_items/retry'],
  summary:
    'Requests a retry of an item, of all items of a reader, or of all items. A running server retries them.',
  params: {},
  body: BODY.spec,
  answers: [{ schema: Type.Object({ asked: Type.Integer({ description: 'The number of items.' }) }) }],
  errors: ['field-invalid'],
  async handle({ services, json }) {
    return jsonAnswer({ asked: await retryFailed(services, whichItems(BODY.read(json))) })
  },
})
