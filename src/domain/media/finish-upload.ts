import { query } from '../../db/query.ts'
import type { StagedFile } from '../../lib/files/staging.ts'
import { segmentsOf } from './append-segment.ts'
import { type BeginUpload, beginUpload } from './begin-upload.ts'
import { complete, type Uploaded } from './complete-upload.ts'
import { scheduleErase, scheduleEraseSegments } from './erase-media.ts'
import { segmentsFolder } from './facts.ts'
import { UploadRefused } from './refused.ts'
import { MAX_SIMPLE_BYTES } from './sizes.ts'
import type { MediaContext } from './tools.ts'
import { requireUpload, type Upload } from './upload.ts'

/**
 * Stores an upload that a client sends in a single request.
 * @throws {UploadRefused} `media-missing` for an empty file, and as {@link beginUpload} and `examine`; a
 * refused upload is not stored
 */
export async function uploadWhole(
  context: MediaContext,
  input: Omit<BeginUpload, 'totalBytes'>,
  file: StagedFile,
): Promise<Uploaded> {
  if (file.size > MAX_SIMPLE_BYTES) throw new UploadRefused('too-large', `${file.size} bytes at once`)
  return uploadStaged(context, input, file)
}

/**
 * As {@link uploadWhole}, for a local file. The file can be as large as a segmented upload.
 * @param minSide minimum side of a picture in pixels; default: the minimum for new uploads
 */
export async function uploadStaged(
  context: MediaContext,
  input: Omit<BeginUpload, 'totalBytes'>,
  file: StagedFile,
  minSide?: number,
): Promise<Uploaded> {
  if (file.size === 0) throw new UploadRefused('media-missing', 'an upload without bytes')
  const upload = await beginUpload(context, { ...input, totalBytes: file.size })
  try {
    return await complete(context, upload, file, minSide)
  } catch (error) {
    // No event: the beginning of the upload has no event either.
    if (error instanceof UploadRefused) await context.store.write((tx) => scheduleErase(tx, upload))
    throw error
  }
}

/**
 * Assembles an upload from its segments. Repeated calls return the same result. Invalid bytes end the upload as failed.
 * If segments are missing, the client can still send them.
 * @throws {UploadRefused} `upload-not-found`, `segments-missing`, `upload-failed`, and as `examine`
 */
export async function finishUpload(
  context: MediaContext,
  { ownerId, mediaId }: { readonly ownerId: bigint; readonly mediaId: bigint },
): Promise<Uploaded> {
  const { store, clock, media } = context
  const find = () => requireUpload(store, { ownerId, mediaId, now: clock.now() })
  const upload = await find()
  if (upload.state === 'failed')
    throw new UploadRefused('upload-failed', `the upload failed: ${upload.failure}`)
  const { expiresAt } = upload
  if (upload.facts !== undefined) return { id: mediaId, facts: upload.facts, expiresAt }
  try {
    return await media.assembling.run(() => finish(context, upload))
  } catch (error) {
    // Another request may have finished the upload and deleted its segments.
    const isGone = error instanceof UploadRefused && error.fault === 'segments-missing'
    const { facts } = isGone ? await find() : upload
    if (facts === undefined) throw error
    return { id: mediaId, facts, expiresAt }
  }
}

async function finish(context: MediaContext, upload: Upload): Promise<Uploaded> {
  const file = await assemble(context, upload)
  try {
    return await complete(context, upload, file)
  } catch (error) {
    if (error instanceof UploadRefused) await fail(context, upload, error)
    throw error
  } finally {
    await file.discard()
  }
}

async function assemble(
  { store, media }: MediaContext,
  { id, folder, totalBytes }: Upload,
): Promise<StagedFile> {
  const segments = await store.rows(segmentsOf, { id })
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  if (bytes !== totalBytes || segments.some(({ segment_index }, index) => segment_index !== index)) {
    throw new UploadRefused('segments-missing', `${bytes} of ${totalBytes} bytes have come`)
  }
  return media.staging.of(concatenated())

  async function* concatenated(): AsyncGenerator<Uint8Array> {
    for (const { name } of segments) {
      const reading = await media.blobs.read({ folder: segmentsFolder(folder), name })
      // Another process may have finished the upload and deleted its segments.
      if (reading === undefined) throw new UploadRefused('segments-missing', `the segment ${name} is gone`)
      yield* reading.bytes
    }
  }
}

async function fail({ store }: MediaContext, upload: Upload, { fault }: UploadRefused): Promise<void> {
  // No event: a failed upload was never public.
  await store.write(async (tx) => {
    const changed = await tx.run(makeFailed, { id: upload.id, facts: JSON.stringify({ failure: fault }) })
    if (changed > 0) await scheduleEraseSegments(tx, upload)
  })
}

const makeFailed = query<{ id: bigint; facts: string }>()((k, p) =>
  k
    .updateTable('media')
    .set({ state: 'failed', facts: p('facts') })
    .where('id', '=', p('id'))
    .where('state', '=', 'open'),
)
