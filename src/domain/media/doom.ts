/**
 * Erasing bytes. What is to go is noted in the transaction that gives it up, from when on nobody can find it; a job
 * erases the bytes and then the note. So a crash at any point leaves neither something readable nor something lost.
 */
import type { BlobStore } from '../../blobs/store.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { Context } from '../context.ts'
import { segmentsFolder } from './facts.ts'

/** Folders, or expired uploads, of one round. */
const BATCH = 100

/** Gives up an upload: its row, its segments, and its bytes. */
export async function doom(tx: Tx, media: { readonly id: bigint; readonly folder: string }): Promise<void> {
  const { id, folder } = media
  await tx.run(deleteSegments, { id })
  await tx.run(deleteMedia, { id })
  await tx.run(noteFolder, { folder })
  await tx.run(noteFolder, { folder: segmentsFolder(folder) })
}

/** Gives up the segments of an upload that is whole. */
export async function doomSegments(
  tx: Tx,
  media: { readonly id: bigint; readonly folder: string },
): Promise<void> {
  await tx.run(deleteSegments, { id: media.id })
  await tx.run(noteFolder, { folder: segmentsFolder(media.folder) })
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
): Promise<{ readonly expired: number; readonly erased: number }> {
  const expired = await expireAll(context, signal)
  const { store } = context
  const failures: unknown[] = []
  let erased = 0
  for (let after: string | undefined = ''; after !== undefined && !signal.aborted; ) {
    const folders: readonly { readonly folder: string }[] = await store.rows(doomedFolders, { after })
    after = folders.at(-1)?.folder
    for (const { folder } of folders) {
      if (signal.aborted) break
      try {
        await blobs.eraseFolder(folder)
        // No event: of what nobody could find any more.
        await store.write((tx) => tx.run(forgetFolder, { folder }))
        erased += 1
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
): Promise<number> {
  let expired = 0
  for (let count = BATCH; count === BATCH && !signal.aborted; expired += count) {
    const now = clock.now()
    // No event: nobody was shown it.
    count = await store.write((tx) => expire(tx, now))
  }
  return expired
}

async function expire(tx: Tx, now: number): Promise<number> {
  const expired = await tx.rows(expiredMedia, { now })
  let count = 0
  for (const media of expired) {
    // Between reading and this, on PostgreSQL, another process may have given it to a post.
    if ((await tx.run(deleteUnused, { id: media.id })) > 0) await doom(tx, media)
    count += 1
  }
  return count
}

const expiredMedia = query<{ now: number }>()((k, p) =>
  k
    .selectFrom('media')
    .select(['id', 'folder'])
    .where('uses', '=', 0)
    .where('expires_at', '<=', p('now'))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH),
)

const deleteUnused = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('media').where('id', '=', p('id')).where('uses', '=', 0),
)

const deleteMedia = query<{ id: bigint }>()((k, p) => k.deleteFrom('media').where('id', '=', p('id')))

const deleteSegments = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('media_segments').where('media_id', '=', p('id')),
)

const noteFolder = query<{ folder: string }>()((k, p) =>
  k
    .insertInto('doomed_media')
    .values({ folder: p('folder') })
    .onConflict((conflict) => conflict.doNothing()),
)

const doomedFolders = query<{ after: string }>()((k, p) =>
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
