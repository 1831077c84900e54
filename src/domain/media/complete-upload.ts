import { query } from '../../db/query.ts'
import type { StagedFile } from '../../lib/files/staging.ts'
import { append } from '../../log/append.ts'
import { scheduleEraseSegments } from './erase-media.ts'
import { type Examined, examine } from './examine.ts'
import { type MediaFacts, ORIGINAL_NAMES } from './facts.ts'
import { UploadRefused } from './refused.ts'
import type { MediaContext } from './tools.ts'
import { requireUpload, type Upload } from './upload.ts'

/** A completed upload. */
export interface Uploaded {
  readonly id: bigint
  readonly facts: MediaFacts
  /** Expiry in milliseconds since the Unix epoch, if the upload is not attached before. */
  readonly expiresAt: number
}

/**
 * Detects the type of an open upload, stores its files, and then marks the upload as ready. Concurrent calls return the
 * same result.
 * @throws {UploadRefused} as {@link examine}; `upload-closed`, `upload-not-found`
 */
export async function complete(
  context: MediaContext,
  upload: Upload,
  file: StagedFile,
  minSide?: number,
): Promise<Uploaded> {
  const { media, store, clock } = context
  const { id, ownerId, folder, expiresAt } = upload
  const examined = await examine(media, file, upload.category, minSide)
  try {
    await putAll(context, folder, examined)
  } finally {
    for (const picture of examined.pictures) await picture.file.discard()
    await examined.original?.discard()
  }
  const { facts } = examined
  const now = clock.now()
  const isFirst = await store.write(async (tx) => {
    const changed = await tx.run(makeReady, { id, facts: JSON.stringify(facts), bytes: facts.bytes })
    if (changed > 0) {
      await scheduleEraseSegments(tx, upload)
      append(tx, now, { kind: 'media.uploaded', user_id: ownerId, media_id: id })
    }
    return changed > 0
  })
  if (isFirst) return { id, facts, expiresAt }
  // Another call has completed the upload, or the upload has expired.
  const ready = await requireUpload(store, { ownerId, mediaId: id, now })
  if (ready.facts === undefined) throw new UploadRefused('upload-closed', `the upload is ${ready.state}`)
  return { id, facts: ready.facts, expiresAt }
}

async function putAll(
  { media: { blobs } }: MediaContext,
  folder: string,
  { facts, pictures, original }: Examined,
): Promise<void> {
  for (const picture of pictures) {
    await blobs.put({ folder, name: `${picture.name}.${facts.picture}` }, picture.file)
  }
  const name = ORIGINAL_NAMES[facts.mime]
  if (name !== undefined && original !== undefined) await blobs.put({ folder, name }, original)
}

const makeReady = query<{ id: bigint; facts: string; bytes: number }>()((k, p) =>
  k
    .updateTable('media')
    .set({ state: 'ready', facts: p('facts'), total_bytes: p('bytes') })
    .where('id', '=', p('id'))
    .where('state', '=', 'open'),
)
