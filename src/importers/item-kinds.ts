/** Determines the kinds of items, for imports that select one kind. */
import type { ImportCount, ImportItem, StoredKind } from './items.ts'
import type { StoredItem } from './store-batch.ts'

/** The name in reports for each kind of item. */
export const KINDS: Readonly<Record<StoredItem['kind'], StoredKind | 'all'>> = {
  posts: 'posts',
  user: 'users',
  edge: 'follows',
  // A recording of posts or users also contains notices, so notices belong to both kinds.
  notice: 'all',
}

/** The kind of an item; undefined for counts and notices. */
export function kindOf(item: ImportItem | undefined): StoredKind | undefined {
  const kind = item === undefined || isCount(item) ? 'all' : KINDS[item.kind]
  return kind === 'all' ? undefined : kind
}

/** True for an item that is counted and not stored. */
export function isCount(item: ImportItem): item is ImportCount {
  return item.kind === 'not-kept' || item.kind === 'held-back' || item.kind === 'counted'
}

/** True for items of the kind, and for counts, notices and faults of pages, which belong to every kind. */
export function isOfKind(item: ImportItem, kind: StoredKind): boolean {
  if (item.kind === 'posts' && item.bundle.posts.length === 0 && (item.bundle.faults ?? []).length > 0)
    return true
  return isCount(item) || KINDS[item.kind] === kind || KINDS[item.kind] === 'all'
}
