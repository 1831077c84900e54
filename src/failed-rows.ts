/** Rows and events that fail in what is kept in memory, and how they are tried again. */

import type { Store } from './db/store.ts'
import { findFullUsers } from './domain/accounts/find-users.ts'
import { findMessageById } from './domain/messages/find-messages.ts'
import { findPosts } from './domain/posts/read/find-posts.ts'
import { requireEvent } from './log/consumer.ts'
import type { Failures } from './log/failures.ts'
import type { FailedRows } from './views/failed-rows.ts'

/** The readers under which they are remembered. */
export const CACHES = 'caches'
const READERS = { post: 'posts', user: 'users', message: 'messages' } as const

/** For a cache, or a list: remembers the rows that it leaves out. */
export function onRowFailure(failures: Pick<Failures, 'note'>): FailedRows {
  return (kind, id, error) => failures.note({ reader: READERS[kind], item: `${kind} ${id}`, error })
}

/** Has rows and events read again: memory forgot them when the retry was asked for, and keeps nothing that failed. */
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
