import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import type { StagedFile } from '../../lib/files/staging.ts'
import { segmentsFolder } from './facts.ts'
import { UploadRefused } from './refused.ts'
import { MAX_SEGMENT_BYTES, MAX_SEGMENT_INDEX } from './sizes.ts'
import type { MediaContext } from './tools.ts'
import { requireUpload, type Upload } from './upload.ts'

export interface AppendSegment {
  readonly ownerId: bigint
  readonly mediaId: bigint
  /** 0 to 999, in any order; undefined if the client sent an invalid value. */
  readonly segmentIndex: number | undefined
  readonly file: StagedFile
}

/**
 * Stores a segment of an open upload. Replaces an earlier segment with the same index. The segment is durable when the
 * promise resolves.
 * @throws {UploadRefused} `segment-index-invalid`, `segment-too-large`, `media-missing` for an empty segment,
 * `upload-not-found`, `upload-closed`, `segments-too-many` for more bytes than the client announced
 */
export async function appendSegment(context: MediaContext, input: AppendSegment): Promise<void> {
  const { ownerId, mediaId, segmentIndex: index, file } = input
  const { store, clock, random, media } = context
  if (index === undefined || index > MAX_SEGMENT_INDEX) {
    throw new UploadRefused('segment-index-invalid', 'the index of the segment is none from 0 to 999')
  }
  if (file.size === 0) throw new UploadRefused('media-missing', 'a segment without bytes')
  if (file.size > MAX_SEGMENT_BYTES)
    throw new UploadRefused('segment-too-large', `a segment of ${file.size} bytes`)
  const request = { ownerId, mediaId, now: clock.now() }
  const { folder } = requireOpen(await requireUpload(store, request))
  // Every segment gets a new name, because a refused segment must not replace a valid segment with the same index.
  const place = { folder: segmentsFolder(folder), name: `${index}-${random(6).toString('hex')}` }
  await media.blobs.put(place, file)
  try {
    // No event: an incomplete upload is not public.
    const replaced = await store.write(async (tx) => {
      const upload = requireOpen(await requireUpload(tx, request))
      return storeSegment(tx, upload, { index, name: place.name, bytes: file.size })
    })
    if (replaced !== undefined) await media.blobs.erase({ folder: place.folder, name: replaced })
  } catch (error) {
    await media.blobs.erase(place)
    throw error
  }
}

function requireOpen(upload: Upload): Upload {
  if (upload.state === 'open') return upload
  throw new UploadRefused('upload-closed', `the upload ${upload.id} is ${upload.state}`)
}

interface Segment {
  readonly index: number
  readonly name: string
  readonly bytes: number
}

async function storeSegment(tx: Tx, upload: Upload, segment: Segment): Promise<string | undefined> {
  // The update locks the upload on PostgreSQL, so that concurrent segments cannot exceed the announced size.
  await tx.run(touchUpload, { id: upload.id })
  const segments = await tx.rows(segmentsOf, { id: upload.id })
  const others = segments.filter(({ segment_index }) => segment_index !== segment.index)
  const sum = others.reduce((bytes, other) => bytes + other.bytes, segment.bytes)
  if (sum > upload.totalBytes) {
    throw new UploadRefused('segments-too-many', `${sum} bytes of ${upload.totalBytes} have come`)
  }
  await tx.run(upsertSegment, { id: upload.id, ...segment })
  return segments.find(({ segment_index }) => segment_index === segment.index)?.name
}

const touchUpload = query<{ id: bigint }>()((k, p) =>
  k
    .updateTable('media')
    .set((eb) => ({ uses: eb.ref('uses') }))
    .where('id', '=', p('id')),
)

/** The segments of an upload, ordered by index; at most a thousand. */
export const segmentsOf = query<{ id: bigint }>()((k, p) =>
  k
    .selectFrom('media_segments')
    .select(['segment_index', 'name', 'bytes'])
    .where('media_id', '=', p('id'))
    .orderBy('segment_index'),
)

const upsertSegment = query<{ id: bigint; index: number; name: string; bytes: number }>()((k, p) =>
  k
    .insertInto('media_segments')
    .values({ media_id: p('id'), segment_index: p('index'), name: p('name'), bytes: p('bytes') })
    .onConflict((conflict) =>
      conflict.columns(['media_id', 'segment_index']).doUpdateSet({ name: p('name'), bytes: p('bytes') }),
    ),
)
