/**
 * Erasing bytes. What is to go is noted in the transaction that gives it up, from when on nobody can find it; a job
 * erases the bytes and then the note. So a crash at any point leaves neither something readable nor something lost.
 */
import type { BlobStore } from '../../blobs/store.ts'
import { isItemFailure } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { type ItemGuard, UNGUARDED } from '../../lib/item-guard.ts'
import type { Context } from '../context.ts'
import { segmentsFolder } from './facts.ts'

/** Folders, or expired uploads, of one round. */
const BATCH = 100

/** Gives up an upload: its row, its segments, and its bytes. */
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

/** Gives up the segments of an upload that is whole. */
export async function scheduleEraseSegments(
  tx: Tx,
  media: { readonly id: bigint; readonly folder: string },
): Promise<void> {
  await tx.run(deleteSegments, { id: media.id })
  await tx.run(scheduleFolder, { folder: segmentsFolder(media.folder) })
}

/**
 * Gives up what has expired and is shown by nothing, then erases everything that was given up. A folder that cannot be
 * erased holds up no other, and is tried again the next time.
 * @param signal ends it early, between two folders
 * @returns how many uploads expired, and how many folders were erased
 * @throws what kept the first folder from being erased, after all others
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
          // No event: of what nobody could find any more.
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
  // Those that are left out are met again by the next round, and are not among the first of it.
  let left = 0
  for (;;) {
    const media = await store.rows(expiredMedia, { now: clock.now(), left })
    // No event: nobody was shown it.
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
    // Between reading and this, on PostgreSQL, another process may have given it to a post.
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
