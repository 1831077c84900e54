/**
 * `GET /failed` of the admin listener lists items that failed in readers of the log and in timed jobs. They are ordered
 * by reader and name, with 200 in each page. `reader` selects one reader. `after_reader` and `after_item` name the last
 * item of the previous page.
 *
 *   {"items": [{"reader": "search", "item": "post 1", "first_failed_at": "…", "last_failed_at": "…", "attempts": 1,
 *               "is_asked": false, "error": "…"}], "counts": {"search": 1}}
 */
import type { FastifyInstance } from 'fastify'
import type { Context } from '../domain/context.ts'
import { countFailed, failedItems } from '../log/failed-items.ts'
import { shownItem } from '../log/failed-items-shown.ts'

interface FailedItemsQuery {
  readonly reader?: string | string[]
  readonly after_reader?: string | string[]
  readonly after_item?: string | string[]
}

export function addFailedItems(app: FastifyInstance, { store }: Pick<Context, 'store'>): void {
  app.get<{ Querystring: FailedItemsQuery }>('/failed', async ({ query }) => {
    const [reader = ''] = [query.reader].flat()
    const [afterReader = ''] = [query.after_reader].flat()
    const [afterItem = ''] = [query.after_item].flat()
    const items = await failedItems(store, { reader }, { reader: afterReader, item: afterItem })
    const counts = await countFailed(store)
    return {
      items: items.map(shownItem),
      counts: Object.fromEntries(counts.map((each) => [each.reader, each.items])),
    }
  })
}
