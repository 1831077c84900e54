/** Texts of the operator's page about failed items. */
export const FAILED_ITEMS = {
  title: 'Failed items',
  help: 'Events and jobs that the server skipped because processing them failed. When the cause is fixed, retry them.',
  list: 'Items',
  reader: 'Reader',
  item: 'Item',
  attempts: 'Failures',
  last: 'Last',
  error: 'Error',
  requested: 'retry requested',
  none: 'No failed items',
  noneAdvice: 'Items appear here when the server cannot process them. Other events do not wait for them.',
  more: 'Load more items',
  retry: 'Retry',
  retryOf: (item: string, reader: string) => `Retry ${item} of ${reader}`,
  retryAll: 'Retry all',
  asked: (count: number) =>
    count === 1
      ? 'The server retries 1 item. The item leaves the list when it succeeds.'
      : `The server retries ${count} items. Each item leaves the list when it succeeds.`,
  forget: 'Forget',
  forgetOf: (item: string, reader: string) => `Forget ${item} of ${reader}`,
  forgetText:
    'The item leaves the list without a retry. Its effect, such as an entry in the search index, stays missing.',
} as const
