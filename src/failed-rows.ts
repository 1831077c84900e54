/** Records rows and events that caches fail to process, and retries them. */

import type { Store } from './db/store.ts'
import { findFullUsers } from './domain/accounts/find-users.ts'
import { findMessageById } from './domain/messages/find-messages.ts'
import { findPosts } from './domain/posts/read/find-posts.ts'
import { requireEvent } from './log/consumer.ts'
import type { Failures } from './log/failures.ts'
import type { OnFailedRow } from './views/failed-rows.ts'

/** Name under which failed items of caches are stored. */
export const CACHES = 'caches'
const READERS = { post: 'posts', user: 'users', message: 'messages' } as const

/** Callback that a cache or list calls when it fails to process a row. It records the row, which the cache skips. */
export function onRowFailure(failures: Pick<Failures, 'recordSoon'>): OnFailedRow {
  return (kind, id, error) => failures.recordSoon({ reader: READERS[kind], item: `${kind} ${id}`, error })
}

/** Retries a failed row by reading it again. The caches dropped the failed rows when the retry was requested. */
export function retryCached(failures: Pick<Failures, 'onRetry'>, store: Store): void {
  failures.onRetry(READERS.post, async ({ item }) => {
    await findPosts(store, [idOf(item)])
    return undefined
  })
  failures.onRetry(READERS.user, async ({ item }) => {
    await findFullUsers(store, [idOf(item)])
    return undefined
  })
  failures.onRetry(READERS.message, async ({ item }) => {
    await findMessageById(store, idOf(item))
    return undefined
  })
  failures.onRetry(CACHES, async ({ item }) => {
    await requireEvent(store, item)
    return undefined
  })
}

function idOf(item: string): bigint {
  return BigInt(item.slice(item.indexOf(' ') + 1))
}
