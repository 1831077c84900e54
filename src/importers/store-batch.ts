/** Stores the items of a batch in one transaction, with the progress of the import. */
import { UniqueViolation } from '../db/errors.ts'
import type { Tx } from '../db/store.ts'
import { putImportedUsers } from '../domain/accounts/import-users.ts'
import type { ImportedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { type ImportedEdge, positionedEdges, putImportedEdges } from '../domain/graph/import-follows.ts'
import {
  type PostImportBatch,
  postImportBatch,
  putImportedPosts,
} from '../domain/posts/import/import-posts.ts'
import type { PostBundle } from '../domain/posts/import/imported-post.ts'
import { append } from '../log/append.ts'
import type { ImportCount, ImportItem } from './items.ts'
import { type RepairedItem, repairsOfNames } from './repairs.ts'

/** Items that are stored. */
export type StoredItem = Exclude<ImportItem, ImportCount>

/** Kinds of stored data, in the words of reports. */
export type StoredKind = 'posts' | 'users' | 'follows'

export interface KindOutcome {
  readonly imported: number
  /** Already present and unchanged. */
  readonly skipped: number
}

/** Result of storing a batch. */
export interface StoreOutcome {
  readonly kinds: Readonly<Record<StoredKind, KindOutcome>>
  /** Items that storing refused, by their index in the batch; an item can have several. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
  /** Parts that storing repaired, by the index of the item in the batch. */
  readonly repaired: readonly RepairedItem[]
}

export interface StoreOptions {
  /** Appends a `post.created` event per new post, for streams and webhooks. */
  readonly isLive?: boolean
  /** Rolls the transaction back after the note. */
  readonly isDryRun?: boolean
}

/** Thrown to roll a transaction back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** Attempts per batch when another process takes user names at the same time. */
const MAX_TRIES = 3

/**
 * Stores users, posts and edges. Within a batch the result does not depend on their order: a user object is newer than the copy
 * of a user in a post.
 * @param note stores the progress inside the transaction; called again for each attempt
 */
export async function storeBatch(
  context: Context,
  items: readonly StoredItem[],
  note: (tx: Tx, outcome: StoreOutcome) => Promise<void>,
  options: StoreOptions = {},
): Promise<void> {
  const { store, clock } = context
  const now = clock.now()
  const sorted = sortedByKind(items)
  const bundles = await postImportBatch(context, sorted.posts.values)
  const edges = await positionedEdges(context, sorted.edges.values)
  for (let tries = 1; ; tries += 1) {
    try {
      return await store.writeAlone(async (tx) => {
        const users = await putUsers(tx, sorted.users, now)
        const posts = await putPosts(tx, bundles, sorted.posts.indexes, now, options)
        const imported = edges.length === 0 ? 0 : await putImportedEdges(tx, edges, now)
        await note(tx, {
          kinds: {
            users,
            posts,
            follows: { imported, skipped: edges.length - imported },
          },
          refused: [...users.refused, ...posts.refused],
          repaired: users.repaired,
        })
        if (options.isDryRun === true) throw new RolledBack()
      })
    } catch (error) {
      if (error instanceof RolledBack) return
      if (!(error instanceof UniqueViolation) || tries >= MAX_TRIES) throw error
    }
  }
}

/** Values of a kind, with their indexes in the batch. */
interface Some<Value> {
  readonly values: Value[]
  readonly indexes: number[]
}

interface SortedItems {
  readonly users: Some<ImportedUser>
  readonly posts: Some<PostBundle>
  readonly edges: Some<ImportedEdge>
}

function sortedByKind(items: readonly StoredItem[]): SortedItems {
  const users: Some<ImportedUser> = { values: [], indexes: [] }
  const posts: Some<PostBundle> = { values: [], indexes: [] }
  const edges: Some<ImportedEdge> = { values: [], indexes: [] }
  for (const [index, item] of items.entries()) {
    if (item.kind === 'user') add(users, item.user, index)
    else if (item.kind === 'posts') add(posts, item.bundle, index)
    else add(edges, item.edge, index)
  }
  return { users, posts, edges }
}

function add<Value>(some: Some<Value>, value: Value, index: number): void {
  some.values.push(value)
  some.indexes.push(index)
}

type Stored = KindOutcome & Pick<StoreOutcome, 'refused' | 'repaired'>

const NOTHING: Stored = { imported: 0, skipped: 0, refused: [], repaired: [] }

async function putUsers(tx: Tx, { values, indexes }: Some<ImportedUser>, now: number): Promise<Stored> {
  if (values.length === 0) return NOTHING
  const { imported, refused, renamed } = await putImportedUsers(tx, values, now)
  if (imported > 0) append(tx, now, { kind: 'import.applied', of: 'users', lines: values.length, imported })
  return {
    imported,
    skipped: values.length - imported - refused.length,
    refused: inBatch(refused, indexes),
    repaired: repairsOfNames(renamed).map((part) => ({ ...part, index: indexes[part.index] ?? 0 })),
  }
}

async function putPosts(
  tx: Tx,
  batch: PostImportBatch,
  indexes: readonly number[],
  now: number,
  options: StoreOptions,
): Promise<Stored> {
  if (batch.bundles.length === 0) return NOTHING
  const { imported, skipped, refused } = await putImportedPosts(tx, batch, now, options)
  return { imported, skipped, refused: inBatch(refused, indexes), repaired: [] }
}

function inBatch(refused: StoreOutcome['refused'], indexes: readonly number[]): StoreOutcome['refused'] {
  return refused.map(({ index, reason }) => ({ index: indexes[index] ?? 0, reason }))
}
