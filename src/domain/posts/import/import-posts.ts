/** Imports posts with their authors in batches: one transaction and one event for each batch. */
import { UniqueViolation } from '../../../db/errors.ts'
import type { Tx } from '../../../db/store.ts'
import type { Context } from '../../context.ts'
import { applyRememberedNotices } from '../../notices/put-notices.ts'
import { markStale } from '../../search/stale-posts.ts'
import { type UploadsOfPosts, withUploads } from './attach-uploads.ts'
import { completeMedia } from './complete-media.ts'
import { findExistingPosts } from './find-existing-posts.ts'
import { importAuthors, type RenamedAuthor, renamedIn } from './import-authors.ts'
import { appendCreated, appendImport } from './import-events.ts'
import type { PlannedPost, PostBundle, RefusedPost } from './imported-post.ts'
import { makeAuthorIds, type NewAuthorIds, withAuthorIds } from './named-authors.ts'
import { planPosts } from './plan-posts.ts'
import { repairConversations } from './repair-conversations.ts'
import { storePosts } from './store-imported-posts.ts'

/** Number of posts in a batch. A post with its author can need 20 KiB. */
export const MAX_POST_BATCH = 1_000

/** Number of attempts for a batch, if other processes take user names at the same time. */
const MAX_TRIES = 3

const NO_UPLOADS: UploadsOfPosts = new Map()

export interface PostImportOutcome {
  /** Number of new posts in the lines, including posts that replaced a truncated copy. */
  readonly imported: number
  /** Number of posts in the lines that existed already. */
  readonly skipped: number
  readonly refused: readonly RefusedPost[]
  /** Number of posts in the lines that were omitted because they, or the originals of reposts, were deleted. */
  readonly deleted: number
  /**
   * Authors whose screen name belongs to another user. There is an item for each line with a stored post of
   * such an author.
   */
  readonly renamed: readonly RenamedAuthor[]
}

export interface PostImportOptions {
  /** True if the import appends a `post.created` event for each new post of a line, for streams and webhooks. */
  readonly isLive?: boolean
  /** Adds stored posts to the search index. @returns false if the process that follows the event log must add them */
  readonly index?: (tx: Tx, ids: readonly bigint[]) => Promise<boolean>
  /** Uploads for new posts, and for posts that were stored without their files. */
  readonly uploads?: UploadsOfPosts
}

/**
 * Imports missing posts, the posts to which they refer, and missing authors. The counters of other posts do not change,
 * because imported counts are the base for later changes.
 * @param note the function that stores the progress of the import, called inside the transaction by each
 * attempt
 */
export async function importPosts(
  context: Context,
  bundles: readonly PostBundle[],
  note: (tx: Tx, outcome: PostImportOutcome) => Promise<void>,
  options: PostImportOptions = {},
): Promise<PostImportOutcome> {
  const batch = await postImportBatch(context, bundles)
  for (let tries = 1; ; tries += 1) {
    try {
      return await importOnce(context, batch, note, options)
    } catch (error) {
      if (!(error instanceof UniqueViolation) || tries >= MAX_TRIES) throw error
    }
  }
}

/** The posts that one transaction imports. */
export interface PostImportBatch {
  readonly bundles: readonly PostBundle[]
  /** Ids for authors whose files have only their name (named-authors.ts). */
  readonly authorIds: NewAuthorIds
}

/** Prepares a batch for {@link putImportedPosts}. Call this outside of a transaction. */
export async function postImportBatch(
  context: Context,
  bundles: readonly PostBundle[],
): Promise<PostImportBatch> {
  return { bundles, authorIds: await makeAuthorIds(context, bundles) }
}

function importOnce(
  { store, clock }: Context,
  batch: PostImportBatch,
  note: (tx: Tx, outcome: PostImportOutcome) => Promise<void>,
  options: PostImportOptions,
): Promise<PostImportOutcome> {
  const now = clock.now()
  return store.writeAlone(async (tx) => {
    const outcome = await putImportedPosts(tx, batch, now, options)
    await note(tx, outcome)
    return outcome
  })
}

/**
 * As {@link importPosts}, inside the transaction of another import. Appends the events.
 * @param now milliseconds since the Unix epoch
 * @throws {UniqueViolation} when another process took a name after the check; call again, and the owner of the name is
 * found
 */
export async function putImportedPosts(
  tx: Tx,
  { bundles: named, authorIds }: PostImportBatch,
  now: number,
  { isLive = false, index = async () => false, uploads = NO_UPLOADS }: PostImportOptions,
): Promise<PostImportOutcome> {
  const bundles = await withAuthorIds(tx, named, authorIds)
  const known = await findExistingPosts(tx, bundles)
  const plan = planPosts(bundles, known, now)
  const { changed, renamed } = await importAuthors(tx, plan, now)
  const stored = await storePosts(tx, await withUploads(tx, plan.stored, uploads, now))
  const completed = await completeMedia(tx, uploads, idsOf(plan.stored), now)
  const moved = await repairConversations(tx, stored)
  await markStale(tx, { stored: idsOf(stored), replaced: idsOf(stored.filter(isReplacement)), moved })
  const isIndexed = await index(tx, idsOf(stored))
  const ids = [...idsOf(stored), ...completed].sort((a, b) => (a < b ? -1 : 1))
  await appendImport(tx, now, { lines: bundles.length, ids, authors: changed, isIndexed })
  const authors = stored.map(({ post }) => post.author.id)
  await applyRememberedNotices(tx, { posts: idsOf(stored), users: [...new Set(authors)] }, now)
  if (isLive) for (const post of stored) appendCreated(tx, now, post, known, stored)
  const imported = stored.filter(({ isOwn }) => isOwn).length
  const all = bundles.reduce((sum, { posts }) => sum + posts.length, 0)
  const skipped = all - imported - plan.refused.length - plan.deleted
  const refused = [...faultsIn(bundles), ...plan.refused]
  return {
    imported,
    skipped,
    refused,
    deleted: plan.deleted,
    renamed: renamedIn(bundles, plan.stored, renamed),
  }
}

function idsOf(planned: readonly PlannedPost[]): readonly bigint[] {
  return planned.map(({ post }) => post.id)
}

function isReplacement(planned: PlannedPost): boolean {
  return planned.isReplacement
}

function faultsIn(bundles: readonly PostBundle[]): readonly RefusedPost[] {
  return bundles.flatMap(({ faults = [] }, index) => faults.map((reason) => ({ index, reason })))
}
