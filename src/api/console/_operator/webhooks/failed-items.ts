/** Failed items, as the desk shows them (spec/console.md#failed-items-at-the-desk). */
import { Type } from 'typebox'
import type { FailedItem, ItemName } from '../../../../log/failed-items.ts'

const NAME = Type.String({ maxLength: 300 })

export const FAILED_ITEM = Type.Object(
  {
    reader: Type.String({ description: 'The reader of the log, or the job, that skipped the item.' }),
    item: Type.String({
      description: 'Such as `event 12`. The row `others` counts all items without a separate row.',
    }),
    first_at: Type.Integer({ description: 'Unix milliseconds.' }),
    last_at: Type.Integer({ description: 'Unix milliseconds.' }),
    attempts: Type.Integer(),
    error: Type.String(),
    is_retry_requested: Type.Boolean(),
  },
  { title: 'ConsoleFailedItem' },
)

/** Renders an object of the schema {@link FAILED_ITEM}. */
export function failedItemBody({
  reader,
  item,
  firstAt,
  lastAt,
  attempts,
  error,
  isRetryRequested,
}: FailedItem) {
  return {
    ...{ reader, item, first_at: firstAt, last_at: lastAt, attempts, error },
    is_retry_requested: isRetryRequested,
  }
}

/** The items of an action: one item of a reader, or all items of a reader. */
export const WHICH_ITEMS = { reader: NAME, item: Type.Optional(NAME) }

interface SentNames {
  readonly reader?: string | undefined
  readonly item?: string | undefined
}

/** The reader and item of a request; a missing or empty name is left out. */
export function whichItems({ reader = '', item = '' }: SentNames): Partial<ItemName> {
  return { ...(reader === '' ? {} : { reader }), ...(item === '' ? {} : { item }) }
}
