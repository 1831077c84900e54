/** Stores the items of a batch in one transaction, with the progress of the import. */
import { UniqueViolation } from '../db/errors.ts'
import type { Tx } from '../db/store.ts'
import { putImportedUsers } from '../domain/accounts/import-users.ts'
import type { ImportedUser, RenamedUser } from '../domain/accounts/imported-user.ts'
import type { Context } from '../domain/context.ts'
import { type ImportedEdge, positionedEdges, putImportedEdges } from '../domain/graph/import-follows.ts'
import { type ImportNotice, NO_NOTICES, type NoticesOutcome } from '../domain/notices/import-notice.ts'
import { applyRememberedNotices, putImportedNotices } from '../domain/notices/put-notices.ts'
import {
  type PostImportBatch,
  type PostImportOptions,
  postImportBatch,
  putImportedPosts,
} from '../domain/posts/import/import-posts.ts'
import type { PostBundle } from '../domain/posts/import/imported-post.ts'
import { append } from '../log/append.ts'
import type { ImportCount, ImportItem, StoredKind } from './items.ts'
import { type RepairedItem, repairsOfNames } from './repairs.ts'

/** Items that the import stores. */
export type StoredItem = Exclude<ImportItem, ImportCount>

export interface KindOutcome {
  readonly imported: number
  /** Number of items that were already present and did not change. */
  readonly skipped: number
}

/** Result of storing a batch. */
export interface StoreOutcome {
  readonly kinds: Readonly<Record<StoredKind, KindOutcome>>
  /** Items that the store refused, by their index in the batch. An index can occur several times. */
  readonly refused: readonly { readonly index: number; readonly reason: string }[]
  readonly notices: NoticesOutcome
  /** Number of posts that were left out because the post itself, or the original of a repost, was deleted. */
  readonly deletedPosts: number
  /** Parts that the store repaired, by the index of their item in the batch. */
  readonly repaired: readonly RepairedItem[]
}

export interface StoreOptions extends PostImportOptions {
  /** Rolls the transaction back after `note` has run. */
  readonly isDryRun?: boolean
}

/** Thrown to roll back a transaction. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Maximum number of attempts for each batch; further attempts are needed when another process takes the same screen
 * names at the same time.
 */
const MAX_TRIES = 3

/**
 * Stores users, posts and edges, and applies notices. The result does not depend on the division into batches. Notices
 * apply in the order in which the file has them. A user object counts as newer than the copy of a user in a post.
 * @param note stores the progress inside the transaction; each attempt calls this function again
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
        // A notice of a deletion also applies to a later post in the file, so the import does not store that post.
        const notices = await putImportedNotices(tx, sorted.notices, now)
        const users = await putUserSteps(tx, sorted.userSteps, now)
        const posts = await putPosts(tx, bundles, sorted.posts.indexes, now, options)
        const later = await putImportedNotices(tx, sorted.laterNotices, now)
        const imported = edges.length === 0 ? 0 : await putImportedEdges(tx, edges, now)
        await note(tx, {
          kinds: {
            users: { imported: users.imported, skipped: users.skipped },
            posts: { imported: posts.imported, skipped: posts.skipped },
            follows: { imported, skipped: edges.length - imported },
          },
          refused: [...users.refused, ...posts.refused],
          notices: [notices, users.notices, later].reduce(sumOfNotices),
          deletedPosts: posts.deleted,
          repaired: [...users.repaired, ...posts.repaired],
        })
        if (options.isDryRun === true) throw new RolledBack()
      })
    } catch (error) {
      if (error instanceof RolledBack) return
      if (!(error instanceof UniqueViolation) || tries >= MAX_TRIES) throw error
    }
  }
}

/** Values of one kind, with their indexes in the batch. */
interface Some<Value> {
  readonly values: Value[]
  readonly indexes: number[]
}

/** User objects, and notices that may be about users. They are applied in the order of the batch. */
type UserStep =
  | { readonly users: Some<ImportedUser>; readonly notices?: undefined }
  | { readonly notices: ImportNotice[]; readonly users?: undefined }

interface SortedItems {
  readonly userSteps: UserStep[]
  readonly posts: Some<PostBundle>
  readonly edges: Some<ImportedEdge>
  /**
   * Notices about likes and messages, notices of deletions, and notices whose posts do not precede them in the batch.
   */
  readonly notices: ImportNotice[]
  /** Notices that change posts which precede them in the batch. */
  readonly laterNotices: ImportNotice[]
}

function sortedByKind(items: readonly StoredItem[]): SortedItems {
  const userSteps: UserStep[] = []
  const posts: Some<PostBundle> = { values: [], indexes: [] }
  const edges: Some<ImportedEdge> = { values: [], indexes: [] }
  const notices: ImportNotice[] = []
  const laterNotices: ImportNotice[] = []
  const seen = new Set<bigint>()
  for (const [index, item] of items.entries()) {
    if (item.kind === 'user') add(lastUsersOf(userSteps), item.user, index)
    else if (item.kind === 'posts') {
      add(posts, item.bundle, index)
      for (const { id } of [...item.bundle.posts, ...item.bundle.referenced]) seen.add(id)
    } else if (item.kind === 'edge') add(edges, item.edge, index)
    else if (item.notice.on === 'user' || item.notice.on === 'result')
      lastNoticesOf(userSteps).push(item.notice)
    else if (changesOneOf(seen, item.notice)) laterNotices.push(item.notice)
    else notices.push(item.notice)
  }
  return { userSteps, posts, edges, notices, laterNotices }
}

function changesOneOf(seen: ReadonlySet<bigint>, notice: ImportNotice): boolean {
  return notice.on === 'post' && notice.action !== 'delete' && seen.has(notice.id)
}

function lastUsersOf(steps: UserStep[]): Some<ImportedUser> {
  const last = steps.at(-1)?.users
  if (last !== undefined) return last
  const users: Some<ImportedUser> = { values: [], indexes: [] }
  steps.push({ users })
  return users
}

function lastNoticesOf(steps: UserStep[]): ImportNotice[] {
  const last = steps.at(-1)?.notices
  if (last !== undefined) return last
  const notices: ImportNotice[] = []
  steps.push({ notices })
  return notices
}

function add<Value>(some: Some<Value>, value: Value, index: number): void {
  some.values.push(value)
  some.indexes.push(index)
}

type Stored = KindOutcome & Pick<StoreOutcome, 'refused' | 'repaired'>

const NOTHING: Stored = { imported: 0, skipped: 0, refused: [], repaired: [] }

async function putUserSteps(
  tx: Tx,
  steps: readonly UserStep[],
  now: number,
): Promise<Stored & { readonly notices: NoticesOutcome }> {
  let sum: Stored & { readonly notices: NoticesOutcome } = { ...NOTHING, notices: NO_NOTICES }
  for (const step of steps) {
    if (step.notices !== undefined) {
      const notices = sumOfNotices(sum.notices, await putImportedNotices(tx, step.notices, now))
      sum = { ...sum, notices }
      continue
    }
    const { imported, skipped, refused, repaired } = await putUsers(tx, step.users, now)
    sum = {
      imported: sum.imported + imported,
      skipped: sum.skipped + skipped,
      refused: [...sum.refused, ...refused],
      repaired: [...sum.repaired, ...repaired],
      notices: sum.notices,
    }
  }
  return sum
}

function sumOfNotices(one: NoticesOutcome, other: NoticesOutcome): NoticesOutcome {
  return {
    applied: one.applied + other.applied,
    remembered: one.remembered + other.remembered,
    unchanged: one.unchanged + other.unchanged,
  }
}

async function putUsers(tx: Tx, { values, indexes }: Some<ImportedUser>, now: number): Promise<Stored> {
  if (values.length === 0) return NOTHING
  const { imported, refused, renamed } = await putImportedUsers(tx, values, now)
  if (imported > 0) append(tx, now, { kind: 'import.applied', of: 'users', lines: values.length, imported })
  await applyRememberedNotices(tx, { posts: [], users: [...new Set(values.map(({ id }) => id))] }, now)
  return {
    imported,
    skipped: values.length - imported - refused.length,
    refused: inBatch(refused, indexes),
    repaired: repairsInBatch(renamed, indexes),
  }
}

async function putPosts(
  tx: Tx,
  batch: PostImportBatch,
  indexes: readonly number[],
  now: number,
  options: StoreOptions,
): Promise<Stored & { readonly deleted: number }> {
  if (batch.bundles.length === 0) return { ...NOTHING, deleted: 0 }
  const { imported, skipped, refused, deleted, renamed } = await putImportedPosts(tx, batch, now, options)
  const repaired = repairsInBatch(renamed, indexes)
  return { imported, skipped, refused: inBatch(refused, indexes), repaired, deleted }
}

function repairsInBatch(
  renamed: readonly RenamedUser[],
  indexes: readonly number[],
): readonly RepairedItem[] {
  return repairsOfNames(renamed).map((part) => ({ ...part, index: indexes[part.index] ?? 0 }))
}

function inBatch(refused: StoreOutcome['refused'], indexes: readonly number[]): StoreOutcome['refused'] {
  return refused.map(({ index, reason }) => ({ index: indexes[index] ?? 0, reason }))
}
