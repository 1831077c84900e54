/**
 * POST /console/api/operator/failed_items/forget: removes an item, or all items of a reader, from the list of
 * failed items without a retry (spec/console.md#failed-items-at-the-desk).
 */
import { Type } from 'typebox'
import { forgetFailedItems } from '../../../../../domain/failed-items/failed-items.ts'
import { consoleBody } from '../../../_body.ts'
import { jsonAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { WHICH_ITEMS, whichItems } from '../../../_operator/webhooks/failed-items.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object(WHICH_ITEMS))

export const forgetDeskFailedItems = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/failed_items/forget'],
  summary: 'Removes an item, or all items of a reader, from the list of failed items without a retry.',
  params: {},
  body: BODY.spec,
  answers: [{ schema: Type.Object({ forgotten: Type.Integer({ description: 'The number of items.' }) }) }],
  errors: ['field-invalid'],
  async handle({ services, json }) {
    const which = whichItems(BODY.read(json))
    // Without a reader, this call would remove all items. "aviary failed forget" also requires a reader.
    if (which.reader === undefined) throw new ConsoleProblem('field-invalid', { field: 'reader' })
    return jsonAnswer({ forgotten: await forgetFailedItems(services, which) })
  },
})
