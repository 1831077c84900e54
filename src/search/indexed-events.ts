/** What events say of the index of recent posts. */
import type { LoggedEvent } from '../log/event.ts'

export function isIndexed({ kind }: LoggedEvent): boolean {
  return (
    kind === 'post.created' || kind === 'post.edited' || kind === 'post.deleted' || kind === 'import.applied'
  )
}

/** The posts that these events write anew. @param oldest what is older is not indexed */
export function putIn(events: readonly LoggedEvent[], oldest: bigint): readonly bigint[] {
  const put = new Set<bigint>()
  for (const event of events) {
    if (event.kind !== 'post.created' && event.kind !== 'post.edited') continue
    if (event.post_id >= oldest) put.add(event.post_id)
  }
  return [...put]
}

export function goneIn(events: readonly LoggedEvent[]): readonly bigint[] {
  return events.flatMap((event) => (event.kind === 'post.deleted' ? [event.post_id] : []))
}
