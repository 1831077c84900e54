/** Counts the results of an import by kind and by name, and defines notes about its files. */
import type { StoredKind } from '../items.ts'

/** A message for the operator about a file, or about a member of a zip or tar file. */
export interface FileNote {
  readonly place: string
  readonly reason: string
}

export interface KindCount {
  imported: number
  /** Number of items that were already present and did not change. */
  skipped: number
  /** Number of repaired and dropped parts. */
  repaired: number
  rejected: number
}

/** Kinds for lists that only personal archives have, and `unknown` for objects whose kind is not recognised. */
type OtherKind = 'likes' | 'blocks' | 'mutes' | 'messages' | 'unknown'

/** Results by kind. */
export type KindCounts = Record<StoredKind, KindCount> & Partial<Record<OtherKind, KindCount>>

/** Maximum number of names with separate counts, because files can contain arbitrary names. */
const MAX_NAMES = 500
export const OTHERS = 'others'

/** The kind of each list of personal archives. */
const LISTS: Readonly<Record<string, keyof KindCounts>> = {
  posts: 'posts',
  following: 'follows',
  followers: 'follows',
  blocks: 'blocks',
  mutes: 'mutes',
  likes: 'likes',
  messages: 'messages',
  group_messages: 'messages',
}

/** The kind of a list of a personal archive. */
export function kindOfList(name: string): keyof KindCounts {
  return LISTS[name] ?? 'unknown'
}

export function kindCounts(): KindCount {
  return { imported: 0, skipped: 0, repaired: 0, rejected: 0 }
}

export function noKinds(): KindCounts {
  return { posts: kindCounts(), users: kindCounts(), follows: kindCounts() }
}

/** Adds to the count of a name. Names after the first {@link MAX_NAMES} are counted together. */
export function addCount(counts: Record<string, number>, name: string, count: number): void {
  const before = Object.hasOwn(counts, name) ? counts[name] : undefined
  const isNew = before === undefined
  const key = isNew && (name === '__proto__' || Object.keys(counts).length >= MAX_NAMES) ? OTHERS : name
  counts[key] = (before ?? (isNew && key === OTHERS ? counts[OTHERS] : undefined) ?? 0) + count
}
