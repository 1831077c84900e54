/** Waits until a durable log reader has read the whole log. */
import { query } from '../../src/db/query.ts'
import type { Reader } from '../../src/db/store.ts'
import { logHead } from '../../src/log/log-head.ts'

const positionOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('consumers').select('position').where('name', '=', p('name')),
)

// The last event about posts. Only these events count, because readers of posts do not save the positions of
// other events.
const lastOfPosts = query()((k) =>
  k
    .selectFrom('events')
    .select('position')
    .where('kind', 'in', ['post.created', 'post.edited', 'post.deleted', 'import.applied'])
    .orderBy('position', 'desc')
    .limit(1),
)

/**
 * Resolves when the reader has processed every post event that was committed before the call. For the search
 * reader, also waits until the index is complete.
 */
export async function consumed(reader: Reader, name: string): Promise<void> {
  const head = (await reader.first(lastOfPosts, {}))?.position ?? 0n
  for (;;) {
    const row = await reader.first(positionOf, { name })
    if (row !== undefined && row.position >= head && (name !== 'search' || (await isIndexComplete(reader))))
      return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

async function isIndexComplete(reader: Reader): Promise<boolean> {
  return (await reader.first(indexState, {}))?.oldest_id === 0n
}

const indexState = query()((k) => k.selectFrom('post_search_state').select('oldest_id'))

/**
 * Resolves when the reader has saved the position that was the head of the log at the time of the call, or a
 * later position.
 */
export async function positionSaved(reader: Reader, name: string): Promise<void> {
  const { head } = await logHead(reader)
  for (;;) {
    const row = await reader.first(positionOf, { name })
    if (row !== undefined && row.position >= head) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
