/**
 * Remembers the items that occurred in a dry run. A real run would find these items in the database when they occur
 * again.
 */
import type { StoredItem } from '../store-batch.ts'

/**
 * Maximum number of posts, and of edges, that are remembered. If an item is not remembered and occurs again, it counts
 * as imported.
 */
const MAX_ITEMS = 1_000_000

export class SeenInDryRun {
  readonly #posts = new Set<bigint>()
  readonly #edges = new Set<string>()

  /** Remembers an item. @returns true if an equal item occurred before */
  has(item: StoredItem): boolean {
    if (item.kind === 'edge') {
      const { follower, followee } = item.edge
      return wasIn(this.#edges, `${follower} ${followee}`)
    }
    if (item.kind !== 'posts') return false
    const { posts, byName = [] } = item.bundle
    const known = posts.map(({ id }) => wasIn(this.#posts, id))
    return byName.length === 0 && known.length > 0 && known.every((isKnown) => isKnown)
  }
}

function wasIn<Value>(set: Set<Value>, value: Value): boolean {
  if (set.has(value)) return true
  if (set.size < MAX_ITEMS) set.add(value)
  return false
}
