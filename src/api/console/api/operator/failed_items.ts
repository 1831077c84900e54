/** GET /console/api/operator/failed_items (spec/console.md#failed-items-at-the-desk). */
import { Type } from 'typebox'
import { isPlainText } from '../../../../domain/plain-text.ts'
import { BadParameter, optionalText } from '../../../../http/params.ts'
import { FAILED_PAGE_SIZE, failedItems } from '../../../../log/failed-items.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { FAILED_ITEM, failedItemBody, whichItems } from '../../_operator/webhooks/failed-items.ts'

const NEXT = Type.Object({ reader: Type.String(), item: Type.String() })

export const listFailedItems = operatorEndpoint({
  paths: ['/console/api/operator/failed_items'],
  summary: `Events and jobs that the server skipped because processing them failed, by reader and name, ${FAILED_PAGE_SIZE} a page.`,
  params: {
    reader: optionalText('Only items of this reader, such as `search`.'),
    after_reader: optionalText('Reader of the last item of the previous page.'),
    after_item: optionalText('Name of the last item of the previous page.'),
  },
  answers: [
    {
      schema: Type.Object({
        items: Type.Array(FAILED_ITEM),
        next: Type.Union([NEXT, Type.Null()], { description: 'The last item; null on the last page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params }) {
    for (const [name, value] of Object.entries(params))
      if (value !== undefined && !isPlainText(value)) throw new BadParameter(name, value)
    const { reader, after_reader = '', after_item = '' } = params
    const after = { reader: after_reader, item: after_item }
    const items = await failedItems(services.store, whichItems({ reader }), after)
    const last = items.length < FAILED_PAGE_SIZE ? undefined : items.at(-1)
    return jsonAnswer({
      items: items.map(failedItemBody),
      next: last === undefined ? null : { reader: last.reader, item: last.item },
    })
  },
})
