/**
 * Erases the bytes of media. The transaction that removes media stores the names of their folders. After this
 * transaction the media cannot be read. A job then erases the bytes, and after them the stored name. So after a crash
 * at any point, removed media cannot be read, and all their bytes are erased later.
 */
import type { BlobStore } from '../../blobs/store.ts'
import { isItemFailure } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../lib/item-guard.ts'
import type { Context } from '../context.ts'
import { segmentsFolder } from './facts.ts'

/** Number of folders, or of expired uploads, that one query reads. */
const BATCH = 100

/** Deletes an upload and its segments, and schedules its bytes for erasure. */
export async function scheduleErase(
  tx: Tx,
  media: { readonly id: bigint; readonly folder: string },
): Promise<void> {
  const { id, folder } = media
  await tx.run(deleteSegments, { id })
  await tx.run(deleteMedia, { id })
  await tx.run(scheduleFolder, { folder })
  await tx.run(scheduleFolder, { folder: segmentsFolder(folder) })
}

/** Deletes the segments of a completed upload, and schedules their bytes for erasure. */
export async function scheduleEraseSegments(
  tx: Tx,
  media: { readonly id: bigint; readonly folder: string },
): Promise<void> {
  await tx.run(deleteSegments, { id: media.id })
  await tx.run(scheduleFolder, { folder: segmentsFolder(media.folder) })
}

/**
 * Deletes expired uploads that are not attached, then erases all scheduled folders. If a folder fails, the job still
 * erases the other folders, and the next run tries the failed folder again.
 * @param signal a signal that stops the work between two folders
 * @returns the number of expired uploads and erased folders
 * @throws the first error, after all other folders were tried
 */
export async function eraseMedia(
  context: Pick<Context, 'store' | 'clock'>,
  blobs: Pick<BlobStore, 'eraseFolder'>,
  signal: AbortSignal,
  guard: ItemGuard = UNGUARDED,
): Promise<{ readonly expired: number; readonly erased: number }> {
  const expired = await expireAll(context, signal, guard)
  const { store } = context
  const failures: unknown[] = []
  let erased = 0
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const folders: readonly { readonly folder: string }[] = await store.rows(scheduledFolders, { after })
    after = folders.at(-1)?.folder
    for (const { folder } of folders) {
      if (signal.aborted) break
      try {
        const isErased = await guard.attempt(`folder ${folder}`, async () => {
          await blobs.eraseFolder(folder)
          // No event: nobody could read these files since the media were removed.
          await store.write((tx) => tx.run(forgetFolder, { folder }))
          return true
        })
        if (isErased === true) erased += 1
      } catch (error) {
        failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw failures[0]
  return { expired, erased }
}

async function expireAll(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  signal: AbortSignal,
  guard: ItemGuard,
): Promise<number> {
  let expired = 0
  // Expired uploads that could not be deleted stay at the beginning of the list. The next batch skips them.
  let left = 0
  for (;;) {
    const media = await store.rows(expiredMedia, { now: clock.now(), left })
    // No event: the upload was never attached.
    const give = (some: readonly Expired[]) => store.write((tx) => expire(tx, some))
    await give(media).catch(async (error: unknown) => {
      if (!isItemFailure(error)) throw error
      for (const each of media) {
        if ((await guard.attempt(`media ${each.id}`, () => give([each]).then(() => true))) !== true) left += 1
      }
    })
    expired += media.length
    if (media.length < BATCH || signal.aborted) return expired - left
  }
}

interface Expired {
  readonly id: bigint
  readonly folder: string
}

async function expire(tx: Tx, expired: readonly Expired[]): Promise<void> {
  for (const media of expired) {
    // On PostgreSQL, another process may have attached the upload since it was read.
    if ((await tx.run(deleteUnused, { id: media.id })) > 0) await scheduleErase(tx, media)
  }
}

const expiredMedia = query<{ now: number; left: number }>()((k, p) =>
  k
    .selectFrom('media')
    .select(['id', 'folder'])
    .where('uses', '=', 0)
    .where('expires_at', '<=', p('now'))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .offset(p('left')),
)

const deleteUnused = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('media').where('id', '=', p('id')).where('uses', '=', 0),
)

const deleteMedia = query<{ id: bigint }>()((k, p) => k.deleteFrom('media').where('id', '=', p('id')))

const deleteSegments = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('media_segments').where('media_id', '=', p('id')),
)

const scheduleFolder = query<{ folder: string }>()((k, p) =>
  k
    .insertInto('doomed_media')
    .values({ folder: p('folder') })
    .onConflict((conflict) => conflict.doNothing()),
)

const scheduledFolders = query<{ after: string }>()((k, p) =>
  k
    .selectFrom('doomed_media')
    .select('folder')
    .where('folder', '>', p('after'))
    .orderBy('folder')
    .limit(BATCH),
)

const forgetFolder = query<{ folder: string }>()((k, p) =>
  k.deleteFrom('doomed_media').where('folder', '=', p('folder')),
)
