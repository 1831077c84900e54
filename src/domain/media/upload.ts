/** Uploads, as their owners see them. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import type { MediaFacts, MediaFailure, UploadFault } from './facts.ts'
import { UploadRefused } from './refused.ts'

export interface Upload {
  readonly id: bigint
  readonly ownerId: bigint
  readonly folder: string
  readonly category: string
  readonly state: 'open' | 'ready' | 'failed'
  /** Size in bytes: the announced size, or the actual size when the upload is ready. */
  readonly totalBytes: number
  /** Undefined until the upload is ready. */
  readonly facts: MediaFacts | undefined
  /** Undefined unless the upload has failed. */
  readonly failure: UploadFault | undefined
  /** Expiry in milliseconds since the Unix epoch, if the upload is not attached before. */
  readonly expiresAt: number
}

export interface OwnUpload {
  readonly ownerId: bigint
  readonly mediaId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/**
 * An upload that the user owns and that has not expired.
 * @throws {UploadRefused} `upload-not-found`, also for uploads of other users
 */
export async function requireUpload(reader: Reader, { ownerId, mediaId, now }: OwnUpload): Promise<Upload> {
  const row = await reader.first(ownUpload, { id: mediaId, owner: ownerId })
  if (row === undefined || (row.expires_at <= now && row.uses === 0)) {
    throw new UploadRefused('upload-not-found', `${ownerId} has no upload ${mediaId}`)
  }
  const state = row.state as Upload['state']
  const facts = JSON.parse(row.facts) as MediaFacts | MediaFailure
  return {
    id: mediaId,
    ownerId,
    folder: row.folder,
    category: row.category,
    state,
    totalBytes: row.total_bytes,
    facts: state === 'ready' ? (facts as MediaFacts) : undefined,
    failure: state === 'failed' ? (facts as MediaFailure).failure : undefined,
    expiresAt: row.expires_at,
  }
}

const ownUpload = query<{ id: bigint; owner: bigint }>()((k, p) =>
  k
    .selectFrom('media')
    .select(['folder', 'category', 'state', 'total_bytes', 'facts', 'uses', 'expires_at'])
    .where('id', '=', p('id'))
    .where('owner_id', '=', p('owner')),
)
